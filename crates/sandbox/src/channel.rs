//! Messages between the hall, a guard and a bot that is about to start: short texts
//! with open files attached.

use std::io::{IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, SocketFlags, SocketType, recvmsg, sendmsg, socketpair,
};

/// The longest message in bytes. Longer ones are cut off.
const LONGEST: usize = 1024;

/// One end of a socket that preserves message boundaries.
#[derive(Debug)]
pub struct Channel(OwnedFd);

/// A received message.
#[derive(Debug)]
pub struct Message {
    pub text: String,
    pub files: Vec<OwnedFd>,
}

impl Channel {
    /// Creates both ends. Programs we start do not inherit either of them.
    pub fn pair() -> rustix::io::Result<(Channel, OwnedFd)> {
        let (ours, theirs) = socketpair(
            AddressFamily::UNIX,
            SocketType::SEQPACKET,
            SocketFlags::CLOEXEC,
            None,
        )?;
        Ok((Channel(ours), theirs))
    }

    /// The end that was passed as standard input.
    pub fn standard_input() -> rustix::io::Result<Channel> {
        rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), 3).map(Channel)
    }

    /// Sends a message. If the other end is gone, the message is lost.
    pub fn send(&self, text: &str, files: &[BorrowedFd<'_>]) -> rustix::io::Result<()> {
        let mut text = text.as_bytes();
        text = &text[..text.len().min(LONGEST)];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        if !files.is_empty() && !control.push(SendAncillaryMessage::ScmRights(files)) {
            return Err(Errno::MSGSIZE);
        }
        retry(|| {
            sendmsg(
                &self.0,
                &[IoSlice::new(text)],
                &mut control,
                SendFlags::NOSIGNAL | SendFlags::DONTWAIT,
            )
        })?;
        Ok(())
    }

    /// Receives the next message; `None` if the other end is closed.
    pub fn receive(&self) -> rustix::io::Result<Option<Message>> {
        let mut bytes = [0; LONGEST];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
        let mut control = RecvAncillaryBuffer::new(&mut space);
        let received = retry(|| {
            recvmsg(
                &self.0,
                &mut [IoSliceMut::new(&mut bytes)],
                &mut control,
                RecvFlags::CMSG_CLOEXEC,
            )
        });
        let length = match received {
            Ok(received) => received.bytes,
            Err(Errno::CONNRESET) => 0,
            Err(error) => return Err(error),
        };
        let files = control
            .drain()
            .filter_map(|message| match message {
                RecvAncillaryMessage::ScmRights(files) => Some(files),
                _ => None,
            })
            .flatten()
            .collect();
        // We never send an empty message, so this is the end.
        Ok((length > 0).then(|| Message {
            text: String::from_utf8_lossy(&bytes[..length]).into_owned(),
            files,
        }))
    }

    /// Waits up to this time for a message or the end of them. Returns whether one has
    /// come.
    pub fn wait(&self, time: Duration) -> rustix::io::Result<bool> {
        ready(&[self.0.as_fd()], time).map(|ready| ready[0])
    }
}

impl AsFd for Channel {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

/// Waits until at least one of the files is readable. Returns which ones are.
pub fn ready(files: &[BorrowedFd<'_>], time: Duration) -> rustix::io::Result<Vec<bool>> {
    let deadline = Instant::now() + time;
    let mut polled: Vec<PollFd<'_>> = files
        .iter()
        .map(|file| PollFd::from_borrowed_fd(*file, PollFlags::IN))
        .collect();
    retry(|| {
        let left = deadline.saturating_duration_since(Instant::now());
        poll(&mut polled, Timespec::try_from(left).ok().as_ref())
    })?;
    Ok(polled
        .iter()
        .map(|file| !file.revents().is_empty())
        .collect())
}

/// Repeats a call that a signal has interrupted.
fn retry<T>(mut call: impl FnMut() -> rustix::io::Result<T>) -> rustix::io::Result<T> {
    loop {
        match call() {
            Err(Errno::INTR) => {}
            result => return result,
        }
    }
}
