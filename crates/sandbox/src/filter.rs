//! System calls that a bot never needs.

use std::collections::BTreeMap;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter, sock_filter,
};

use super::Level;

/// Denies the calls that no bot needs, to this process and everything it starts. A
/// denied call fails as if the user had no permission.
pub fn deny(level: Level) -> Result<(), String> {
    let architecture = TargetArch::try_from(std::env::consts::ARCH)
        .map_err(|_| format!("no list of system calls for {}", std::env::consts::ARCH))?;
    let permission = program(rules(level)?, libc::EPERM, architecture)?;
    // The flags of clone3 are in memory, where a filter cannot look. The C libraries
    // fall back to clone if they are told that clone3 does not exist.
    let absent = program(
        BTreeMap::from([(libc::SYS_clone3, Vec::new())]),
        libc::ENOSYS,
        architecture,
    )?;
    for mut program in [permission, absent] {
        if architecture == TargetArch::x86_64 {
            program.splice(0..0, other_numbers());
        }
        apply_filter(&program).map_err(|error| format!("seccomp: {error}"))?;
    }
    Ok(())
}

/// x86 processors have a second set of numbers for the same calls. All of them are
/// refused before the list is checked.
fn other_numbers() -> [sock_filter; 3] {
    const LOAD_WORD: u16 = 0x20;
    const JUMP_IF_AT_LEAST: u16 = 0x35;
    const RETURN: u16 = 0x06;
    const SECOND_SET: u32 = 0x4000_0000;
    let instruction = |code, jf, k| sock_filter { code, jt: 0, jf, k };
    [
        instruction(LOAD_WORD, 0, 0),
        instruction(JUMP_IF_AT_LEAST, 1, SECOND_SET),
        instruction(
            RETURN,
            0,
            u32::from(SeccompAction::Errno(libc::ENOSYS.unsigned_abs())),
        ),
    ]
}

fn program(
    rules: BTreeMap<i64, Vec<SeccompRule>>,
    error: i32,
    architecture: TargetArch,
) -> Result<BpfProgram, String> {
    SeccompFilter::new(
        rules,
        SeccompAction::Allow,
        SeccompAction::Errno(error.unsigned_abs()),
        architecture,
    )
    .and_then(TryInto::try_into)
    .map_err(|error| format!("seccomp: {error}"))
}

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

fn rules(level: Level) -> Result<Rules, String> {
    let mut rules: Rules = NEVER.iter().map(|&call| (call, Vec::new())).collect();
    #[cfg(target_arch = "x86_64")]
    rules.extend(NEVER_ON_X86.iter().map(|&call| (call, Vec::new())));
    let when = |argument: u8, operation: SeccompCmpOp, value: i32| {
        SeccompCondition::new(
            argument,
            SeccompCmpArgLen::Dword,
            operation,
            u64::from(value.cast_unsigned()),
        )
    };
    let rule = |conditions: Vec<_>| -> Result<SeccompRule, String> {
        let conditions: Result<Vec<_>, _> = conditions.into_iter().collect();
        conditions
            .and_then(SeccompRule::new)
            .map_err(|error| format!("seccomp: {error}"))
    };
    let namespaces: Result<Vec<_>, _> = NAMESPACES
        .iter()
        .map(|&flag| {
            let mask = SeccompCmpOp::MaskedEq(u64::from(flag.cast_unsigned()));
            rule(vec![when(0, mask, flag)])
        })
        .collect();
    rules.insert(libc::SYS_clone, namespaces?);
    // Typing into the terminal from which the hall was started.
    rules.insert(
        libc::SYS_ioctl,
        vec![
            rule(vec![when(1, SeccompCmpOp::Eq, 0x5412)])?,
            rule(vec![when(1, SeccompCmpOp::Eq, 0x541c)])?,
        ],
    );
    // Limits and priority of the user's other processes.
    rules.insert(
        libc::SYS_prlimit64,
        vec![rule(vec![when(0, SeccompCmpOp::Ne, 0)])?],
    );
    rules.insert(
        libc::SYS_setpriority,
        vec![
            rule(vec![when(0, SeccompCmpOp::Ne, 0)])?,
            rule(vec![when(1, SeccompCmpOp::Ne, 0)])?,
        ],
    );
    if level == Level::Contained {
        // Without a network namespace no socket is harmless: even local ones lead to
        // services of the machine. Socket pairs remain allowed.
        rules.insert(libc::SYS_socket, Vec::new());
        // No process may leave the process group, so that the whole group can be ended.
        rules.insert(libc::SYS_setsid, Vec::new());
        rules.insert(libc::SYS_setpgid, Vec::new());
    } else {
        // Some kinds of sockets ignore namespaces.
        let others = [libc::AF_UNIX, libc::AF_INET, libc::AF_INET6]
            .map(|family| when(0, SeccompCmpOp::Ne, family));
        rules.insert(libc::SYS_socket, vec![rule(others.into())?]);
    }
    Ok(rules)
}

const NAMESPACES: [i32; 7] = [
    libc::CLONE_NEWNS,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWCGROUP,
];

#[rustfmt::skip]
const NEVER: [i64; 75] = [
    // Inspecting and controlling other processes.
    libc::SYS_ptrace, libc::SYS_process_vm_readv, libc::SYS_process_vm_writev, libc::SYS_kcmp,
    libc::SYS_pidfd_getfd, libc::SYS_process_madvise, libc::SYS_process_mrelease, libc::SYS_move_pages,
    libc::SYS_migrate_pages,
    // Mounts, and ways to files other than their paths.
    libc::SYS_mount, libc::SYS_umount2, libc::SYS_pivot_root, libc::SYS_chroot, libc::SYS_open_tree,
    libc::SYS_move_mount, libc::SYS_fsopen, libc::SYS_fsconfig, libc::SYS_fsmount, libc::SYS_fspick,
    libc::SYS_mount_setattr, libc::SYS_swapon, libc::SYS_swapoff, libc::SYS_quotactl, libc::SYS_quotactl_fd,
    libc::SYS_open_by_handle_at, libc::SYS_name_to_handle_at, libc::SYS_fanotify_init,
    // Other namespaces.
    libc::SYS_unshare, libc::SYS_setns,
    // Parts of the kernel known for their security holes.
    libc::SYS_bpf, libc::SYS_perf_event_open, libc::SYS_userfaultfd, libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter, libc::SYS_io_uring_register, libc::SYS_lookup_dcookie,
    // Administration of the machine.
    libc::SYS_kexec_load, libc::SYS_kexec_file_load, libc::SYS_init_module, libc::SYS_finit_module, libc::SYS_delete_module,
    libc::SYS_reboot, libc::SYS_syslog, libc::SYS_acct, libc::SYS_personality, libc::SYS_vhangup,
    libc::SYS_nfsservctl,
    // Keys of the user.
    libc::SYS_add_key, libc::SYS_request_key, libc::SYS_keyctl,
    // The machine's clock and name.
    libc::SYS_clock_settime, libc::SYS_clock_adjtime, libc::SYS_settimeofday, libc::SYS_adjtimex,
    libc::SYS_sethostname, libc::SYS_setdomainname,
    // Memory that belongs to no process, so no limit counts it.
    libc::SYS_memfd_create, libc::SYS_memfd_secret, libc::SYS_shmget, libc::SYS_shmat, libc::SYS_shmctl,
    libc::SYS_semget, libc::SYS_semop, libc::SYS_semctl, libc::SYS_msgget, libc::SYS_msgsnd, libc::SYS_msgrcv,
    libc::SYS_msgctl, libc::SYS_mq_open, libc::SYS_mq_unlink,
    // Taking a larger share of the processors.
    libc::SYS_sched_setscheduler, libc::SYS_sched_setattr, libc::SYS_sched_setparam, libc::SYS_sched_setaffinity, libc::SYS_ioprio_set,
];

/// These exist on x86 only.
#[cfg(target_arch = "x86_64")]
#[rustfmt::skip]
const NEVER_ON_X86: [i64; 5] = [
    libc::SYS_uselib, libc::SYS_ustat, libc::SYS_iopl, libc::SYS_ioperm, libc::SYS_modify_ldt,
];
