//! Makes values of every type from bytes. Fewer and smaller bytes make smaller
//! values, so a failing case shrinks with them.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde_json::{Map, Value};

/// Bytes that decide what a value looks like. After the last come zeros.
pub struct Source<'a>(pub &'a [u8]);

impl Source<'_> {
    fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        first
    }

    pub fn below(&mut self, bound: usize) -> usize {
        usize::from(self.byte()) % bound
    }

    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        std::array::from_fn(|_| self.byte())
    }
}

/// Values made from bytes.
pub trait Sample {
    fn sample(source: &mut Source) -> Self;

    /// A value that is not `null` in JSON, for places where `null` means no
    /// value.
    fn something(source: &mut Source) -> Self
    where
        Self: Sized,
    {
        Self::sample(source)
    }
}

macro_rules! numbers {
    ($($number:ident)*) => {$(
        impl Sample for $number {
            fn sample(source: &mut Source) -> $number {
                match source.below(4) {
                    0 => source.below(10) as $number,
                    1 => $number::MIN,
                    2 => $number::MAX,
                    _ => $number::from_le_bytes(source.bytes()),
                }
            }
        }
    )*};
}

numbers!(u8 u16 u32 u64 usize u128 i32 i64);

impl Sample for f64 {
    /// Few digits: JSON need not keep the last bit of a long number.
    fn sample(source: &mut Source) -> f64 {
        f64::from(i32::from_le_bytes(source.bytes())) / 64.0
    }
}

impl Sample for bool {
    fn sample(source: &mut Source) -> bool {
        source.below(2) == 1
    }
}

impl Sample for () {
    fn sample(_: &mut Source) {}
}

impl Sample for String {
    fn sample(source: &mut Source) -> String {
        const TEXTS: [&str; 9] = [
            "",
            "Ann",
            "d1-c1",
            "null",
            "7",
            "type",
            "\"\\\n\t\0",
            "Ä½\u{202e}",
            "👍🏽",
        ];
        let parts = 1 + source.below(2);
        (0..parts).map(|_| TEXTS[source.below(9)]).collect()
    }
}

impl<T: Sample> Sample for Option<T> {
    fn sample(source: &mut Source) -> Option<T> {
        (source.below(2) == 1).then(|| T::something(source))
    }
}

impl<T: Sample> Sample for Box<T> {
    fn sample(source: &mut Source) -> Box<T> {
        Box::new(T::sample(source))
    }
}

impl<T: Sample> Sample for Vec<T> {
    fn sample(source: &mut Source) -> Vec<T> {
        (0..source.below(4)).map(|_| T::sample(source)).collect()
    }
}

impl<T: Sample, const N: usize> Sample for [T; N] {
    fn sample(source: &mut Source) -> [T; N] {
        std::array::from_fn(|_| T::sample(source))
    }
}

impl<T: Sample> Sample for BTreeMap<String, T> {
    fn sample(source: &mut Source) -> BTreeMap<String, T> {
        let pairs = Vec::<(String, T)>::sample(source);
        pairs.into_iter().collect()
    }
}

impl<T: Sample> Sample for IndexMap<String, T> {
    fn sample(source: &mut Source) -> IndexMap<String, T> {
        let pairs = Vec::<(String, T)>::sample(source);
        pairs.into_iter().collect()
    }
}

impl<A: Sample, B: Sample> Sample for (A, B) {
    fn sample(source: &mut Source) -> (A, B) {
        (A::sample(source), B::sample(source))
    }
}

impl<A: Sample, B: Sample, C: Sample> Sample for (A, B, C) {
    fn sample(source: &mut Source) -> (A, B, C) {
        (A::sample(source), B::sample(source), C::sample(source))
    }
}

impl Sample for Value {
    fn sample(source: &mut Source) -> Value {
        match source.below(8) {
            0 => Value::Null,
            1 => bool::sample(source).into(),
            2 => u64::sample(source).into(),
            3 => i64::sample(source).into(),
            4 => f64::sample(source).into(),
            5 => String::sample(source).into(),
            6 => Vec::<Value>::sample(source).into(),
            _ => Value::something(source),
        }
    }

    /// An object.
    fn something(source: &mut Source) -> Value {
        let pairs = Vec::<(String, Value)>::sample(source);
        Value::Object(Map::from_iter(pairs))
    }
}
