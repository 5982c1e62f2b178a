//! Traces: a span for each request, sent to the operator's collector by OTLP over HTTP.
//!
//! Without `OTEL_EXPORTER_OTLP_ENDPOINT` there are none, and a request pays for one comparison. A
//! span contains what a log line may contain (`http::server::trace`): the id, method, route and
//! status. From the client it takes only the ids in `traceparent`. It ignores `tracestate`, where a
//! client can write anything.
//!
//! A thread of the SDK sends the spans in batches. Its queue is bounded and drops what does not fit,
//! so neither requests nor memory depend on the collector. The SDK reads the other variables of
//! OpenTelemetry (`OTEL_…`) from the environment.

use std::borrow::Cow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use egress::collector::Collector;
use opentelemetry::propagation::{Extractor, TextMapPropagator};
use opentelemetry::trace::{Span as _, SpanKind, Status, Tracer, TracerProvider};
use opentelemetry::{Context, KeyValue};
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::resource::{EnvResourceDetector, TelemetryResourceDetector};
use opentelemetry_sdk::trace::{SdkTracer, SdkTracerProvider, Span};
use tokio::runtime::Handle;
use tokio::task::spawn_blocking;
use url::Url;

/// The name of the service, unless the environment names it.
const SERVICE: &str = "turnpike";

/// The time limit for sending the last spans when the server stops.
const LAST: Duration = Duration::from_secs(5);

/// Starts the spans of this process, if there are any.
static TRACER: OnceLock<SdkTracer> = OnceLock::new();

/// Sends the traces of this process until it stops.
pub(crate) struct Traces(SdkTracerProvider);

impl Traces {
    /// Begins to trace requests.
    ///
    /// # Errors
    ///
    /// If the machine's certificates cannot be read, or a variable of OpenTelemetry is invalid.
    pub(crate) fn start(url: &Url) -> anyhow::Result<Traces> {
        let client = Client {
            collector: Collector::at(url)?,
            runtime: Handle::current(),
            is_failing: AtomicBool::new(false),
        };
        let exporter = SpanExporter::builder()
            .with_http()
            .with_protocol(Protocol::HttpBinary)
            .with_http_client(client)
            .with_endpoint(url.as_str())
            .build()?;
        let resource = Resource::builder_empty()
            .with_service_name(SERVICE)
            .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
            .with_detector(Box::new(TelemetryResourceDetector))
            .with_detector(Box::new(EnvResourceDetector::new()));
        let resource = match std::env::var("OTEL_SERVICE_NAME") {
            Ok(name) => resource.with_service_name(name),
            Err(_) => resource,
        };
        let provider = SdkTracerProvider::builder()
            .with_resource(resource.build())
            .with_batch_exporter(exporter)
            .build();
        TRACER.get_or_init(|| provider.tracer(SERVICE));
        Ok(Traces(provider))
    }

    /// Sends the last spans.
    pub(crate) async fn stop(self) {
        let stopped = spawn_blocking(move || self.0.shutdown_with_timeout(LAST)).await;
        if !matches!(stopped, Ok(Ok(()))) {
            tracing::warn!("the collector of traces did not take the last spans in time");
        }
    }
}

/// The span of a request. It ends when it is dropped.
pub(crate) struct Traced(Box<Span>);

impl Traced {
    /// Starts the span of a request, if requests are traced. `parent` reads its `traceparent`.
    pub(crate) fn start<'r>(
        id: &str,
        method: &'static str,
        route: Option<&str>,
        parent: impl FnOnce() -> Option<&'r str>,
    ) -> Option<Traced> {
        let tracer = TRACER.get()?;
        let parent = parent().map_or_else(Context::new, |it| {
            TraceContextPropagator::new().extract_with_context(&Context::new(), &Parent(it))
        });
        let mut attributes = vec![
            KeyValue::new("request.id", id.to_owned()),
            KeyValue::new("http.request.method", method),
        ];
        let mut name = Cow::Borrowed(method);
        if let Some(route) = route {
            name = format!("{method} {route}").into();
            attributes.push(KeyValue::new("http.route", route.to_owned()));
        }
        let span = tracer
            .span_builder(name)
            .with_kind(SpanKind::Server)
            .with_attributes(attributes);
        Some(Traced(Box::new(tracer.build_with_context(span, &parent))))
    }

    /// Ends the span with the status of the answer.
    pub(crate) fn end(mut self, status: u16) {
        let status_code = KeyValue::new("http.response.status_code", i64::from(status));
        self.0.set_attribute(status_code);
        if status >= 500 {
            self.0.set_status(Status::error(""));
        }
    }
}

/// The header `traceparent` of a request, without the others.
struct Parent<'r>(&'r str);

impl Extractor for Parent<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        (key == "traceparent").then_some(self.0)
    }

    fn keys(&self) -> Vec<&str> {
        vec!["traceparent"]
    }
}

/// Sends what the SDK wants to send.
#[derive(Debug)]
struct Client {
    collector: Collector,
    runtime: Handle,
    is_failing: AtomicBool,
}

#[async_trait]
impl HttpClient for Client {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        // The thread of the SDK is outside the runtime.
        let collector = self.collector.clone();
        let sent = async move { collector.send(request).await };
        let answer = self.runtime.spawn(sent).await?;
        // One line for each series of failures.
        let is_taken = matches!(answer, Ok(200..=299));
        match (is_taken, self.is_failing.swap(!is_taken, Ordering::Relaxed)) {
            (false, false) => {
                let (status, error) = (answer.as_ref().ok(), answer.as_ref().err());
                let error = error.map(|it| format!("{it:#}"));
                tracing::warn!(
                    status,
                    error,
                    "the collector does not take traces: they are lost unless a retry succeeds"
                );
            }
            (true, true) => tracing::info!("the collector takes traces again"),
            _ => {}
        }
        Ok(Response::builder().status(answer?).body(Bytes::new())?)
    }
}
