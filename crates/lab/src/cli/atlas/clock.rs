//! Times as text, in a zone.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Result, anyhow};
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::fmt::temporal::DateTimeParser;
use jiff::tz::TimeZone;

/// A time zone.
pub(super) struct Clock {
    zone: TimeZone,
}

impl Clock {
    /// The time zone with this name or offset.
    pub(super) fn new(zone: &str) -> Result<Self> {
        // UTC needs no time zone database.
        let zone = if zone.eq_ignore_ascii_case("utc") || zone.eq_ignore_ascii_case("z") {
            TimeZone::UTC
        } else {
            DateTimeParser::new().parse_time_zone(zone).map_err(|_| {
                anyhow!(
                    "--zone: this system has no time zone `{}`; give UTC, an offset such as +02:00 or, if the system has a \
                     time zone database, a name such as Europe/Oslo",
                    lockstep::shown(zone, 40)
                )
            })?
        };
        Ok(Self { zone })
    }

    /// The current time in seconds since 1970.
    pub(super) fn now() -> i64 {
        match SystemTime::now().duration_since(UNIX_EPOCH) {
            Ok(since) => since.as_secs() as i64,
            Err(before) => -(before.duration().as_secs() as i64),
        }
    }

    /// A time in seconds since 1970. Without an offset it is in this zone: the earlier time if it occurs twice, and with the
    /// earlier offset if it is skipped.
    pub(super) fn read(&self, option: &str, text: &str) -> Result<i64> {
        if let Ok(seconds) = text.parse::<i64>() {
            return Timestamp::from_second(seconds)
                .map(Timestamp::as_second)
                .map_err(|_| anyhow!("{option}: {seconds} is outside the years -9999 to 9999"));
        }
        let stamp = text.parse::<Timestamp>().or_else(|_| {
            let time = text.parse::<DateTime>()?.to_zoned(self.zone.clone());
            time.map(|zoned| zoned.timestamp())
        });
        // The parser would ignore a zone in brackets.
        let stamp = stamp.ok().filter(|_| !text.contains('['));
        stamp.map(Timestamp::as_second).ok_or_else(|| {
            anyhow!(
                "{option}: `{}` is not a time; give seconds since 1970, or 2024-05-01, 2024-05-01T20:15, \
                 2024-05-01T20:15+02:00",
                lockstep::shown(text, 40)
            )
        })
    }

    /// A time as text, with its offset.
    pub(super) fn show(&self, seconds: i64) -> String {
        Timestamp::from_second(seconds).map_or_else(
            |_| format!("{seconds} seconds since 1970"),
            |stamp| {
                stamp
                    .to_zoned(self.zone.clone())
                    .strftime("%F %T %:z")
                    .to_string()
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_read_in_its_zone_and_shown_in_it() {
        let clock = Clock::new("+02:00").unwrap();
        for text in [
            "2023-11-15T00:13:20",
            "2023-11-14T22:13:20Z",
            "1700000000",
            "2023-11-14T17:13:20-05:00",
        ] {
            assert_eq!(clock.read("--from", text).unwrap(), 1_700_000_000, "{text}");
        }
        assert_eq!(clock.show(1_700_000_000), "2023-11-15 00:13:20 +02:00");
        assert_eq!(
            Clock::new("utc")
                .unwrap()
                .read("--from", "1970-01-02")
                .unwrap(),
            86_400
        );
    }

    #[test]
    fn an_invalid_time_or_zone_is_named() {
        let error = Clock::new("Europe/Osol").err().unwrap().to_string();
        assert!(
            error.contains("Europe/Osol") && error.contains("+02:00"),
            "{error}"
        );
        let clock = Clock::new("UTC").unwrap();
        for text in [
            "",
            "yesterday",
            "2024-13-01",
            "99999999999999",
            "2024-05-01T20:15[Nowhere/None]",
            "2024-05-01T20:15+01:00[+02:00]",
        ] {
            assert!(
                clock
                    .read("--to", text)
                    .unwrap_err()
                    .to_string()
                    .starts_with("--to: "),
                "{text}"
            );
        }
    }
}
