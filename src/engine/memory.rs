//! How much memory there is.

/// MiB that can still be had, as far as the system tells.
pub fn available() -> Option<usize> {
    let system = kibibytes(&std::fs::read_to_string("/proc/meminfo").ok()?)?;
    Some(system.min(group().unwrap_or(usize::MAX)))
}

/// The value of `MemAvailable` in MiB.
fn kibibytes(text: &str) -> Option<usize> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes / 1024)
}

/// What the control group leaves, in MiB, if it sets a limit.
fn group() -> Option<usize> {
    let read =
        |name: &str| std::fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?.trim().parse::<usize>().ok();
    let (most, used) = (read("memory.max")?, read("memory.current")?);
    Some(most.saturating_sub(used) >> 20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_linux_tells_is_read() {
        let text = "MemTotal:        8000000 kB\nMemFree:          100000 kB\nMemAvailable:    2048000 kB\n";
        assert_eq!(kibibytes(text), Some(2000));
        assert_eq!(kibibytes("MemTotal: 1 kB\n"), None);
    }
}
