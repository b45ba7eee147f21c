//! Times as text, in UTC.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

/// A time in seconds since 1970.
pub fn read(text: &str) -> Result<i64, String> {
    if let Ok(seconds) = text.parse::<i64>() {
        return Timestamp::from_second(seconds)
            .map(Timestamp::as_second)
            .map_err(|_| "outside the years -9999 to 9999".to_owned());
    }
    let stamp = text.parse::<Timestamp>().or_else(|_| {
        let time = text.parse::<DateTime>()?.to_zoned(TimeZone::UTC);
        time.map(|zoned| zoned.timestamp())
    });
    // The parser would ignore a zone in brackets.
    let stamp = stamp.ok().filter(|_| !text.contains('['));
    stamp.map(Timestamp::as_second).ok_or_else(|| {
        "give seconds since 1970, or 2024-05-01, 2024-05-01T20:15, 2024-05-01T20:15+02:00".into()
    })
}

/// A time as text, in UTC.
pub fn show(seconds: i64) -> String {
    let Ok(stamp) = Timestamp::from_second(seconds) else {
        return format!("{seconds} seconds since 1970");
    };
    let time = TimeZone::UTC.to_datetime(stamp);
    let (day, clock) = (time.date(), time.time());
    let width = if day.year() < 0 { 5 } else { 4 };
    format!(
        "{:0width$}-{:02}-{:02} {:02}:{:02}:{:02} +00:00",
        day.year(),
        day.month(),
        day.day(),
        clock.hour(),
        clock.minute(),
        clock.second()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_read_with_its_offset_and_shown_in_utc() {
        for text in [
            "2023-11-14T22:13:20",
            "2023-11-14T22:13:20Z",
            "1700000000",
            "2023-11-14T17:13:20-05:00",
        ] {
            assert_eq!(read(text), Ok(1_700_000_000), "{text}");
        }
        assert_eq!(show(1_700_000_000), "2023-11-14 22:13:20 +00:00");
        assert_eq!(read("1970-01-02"), Ok(86_400));
        // The second before the year 0, which is a leap year.
        assert_eq!(show(-62_167_219_201), "-0001-12-31 23:59:59 +00:00");
        for text in [
            "",
            "2024-13-01",
            "2024-05-01T20:15[Nowhere/None]",
            "2024-05-01T20:15+01:00[+02:00]",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
