//! Checks the web server: who has its port, and whether players can reach it.

use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};

use base::config::{Config, Role};
use egress::probe;

use super::Findings;

pub(super) async fn check(config: &Config, findings: &mut Findings) {
    let runs = config.role != Role::Worker && port(config.listen, findings).await;
    let url = format!("{}/health/ready", config.public_url);
    let unreached = |findings: &mut Findings, what: String| {
        match runs {
        true => findings.fail(
            "web",
            format!("{what}. Check DNS, the firewall, and the proxy: TURNPIKE_PUBLIC_URL must lead here."),
        ),
        false => findings.warn("web", format!("{what}. No server runs on this machine.")),
    }
    };
    match probe::get(&url).await {
        Ok((200, body)) if body.contains("\"ready\"") => {
            findings.ok("web", format!("{} answers and is ready", config.public_url));
        }
        Ok((503, _)) => findings.fail(
            "web",
            format!("{url} says 503: the server is not ready. Read its log."),
        ),
        Ok((status, _)) => unreached(findings, format!("{url} says {status}, but not “ready”")),
        Err(error) => {
            let cause = error.root_cause();
            unreached(
                findings,
                format!("{url} does not answer from here: {cause}"),
            );
        }
    }
}

/// Checks that the port is free, or used by a server. Returns whether a server uses it.
async fn port(listen: SocketAddr, findings: &mut Findings) -> bool {
    let fault = match TcpListener::bind(listen) {
        Ok(_) => {
            findings.ok("port", format!("{listen} is free: no server runs here"));
            return false;
        }
        Err(error) => error,
    };
    if fault.kind() != ErrorKind::AddrInUse {
        findings.fail(
            "port",
            format!("the server cannot listen on {listen}: {fault}. Set TURNPIKE_LISTEN."),
        );
        return false;
    }
    let near = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    let near = SocketAddr::new(near, listen.port());
    match probe::get(&format!("http://{near}/health/live")).await {
        Ok((200, body)) if body.contains("\"live\"") => {
            findings.ok("port", format!("Turnpike listens on {listen}"));
            true
        }
        _ => {
            findings.fail(
                "port",
                format!(
                    "another program has {listen} (`ss -ltnp`). Stop it, or set TURNPIKE_LISTEN."
                ),
            );
            false
        }
    }
}
