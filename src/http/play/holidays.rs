//! Holidays: the calls under `/v1/me/holidays`.

use actix_web::{HttpResponse, delete, get, post};
use chrono::NaiveDate;
use common::clock::rfc3339;
use common::ids::HolidayId;
use play::holidays::{self, Holiday};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::caller::SignedIn;
use crate::http::json::Json;
use crate::http::openapi::schemas::ProblemBody;
use crate::http::problem::Result;
use crate::http::{At, DateTime, Routes, State};

pub(super) fn api(config: &mut impl Routes) {
    config
        .service(list_holidays)
        .service(create_holiday)
        .service(delete_holiday);
}

/// The days of a new holiday, in your time zone. Both days are included.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = HolidayInput)]
pub struct HolidayBody {
    /// The first day. Default: the holiday begins at once.
    #[schema(examples("2026-07-01"))]
    from: Option<NaiveDate>,
    /// The last day.
    #[schema(examples("2026-07-14"))]
    until: NaiveDate,
}

/// A holiday.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Holiday)]
pub struct HolidayResource {
    /// The holiday's id.
    id: String,
    /// The first day.
    from: NaiveDate,
    /// The last day.
    until: NaiveDate,
    /// When your clocks stop.
    begins_at: DateTime,
    /// When your clocks resume.
    ends_at: DateTime,
}

impl From<Holiday> for HolidayResource {
    fn from(holiday: Holiday) -> HolidayResource {
        HolidayResource {
            id: holiday.id,
            from: holiday.first_day,
            until: holiday.last_day,
            begins_at: rfc3339(holiday.begins_at),
            ends_at: rfc3339(holiday.ends_at),
        }
    }
}

/// Your holidays.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = HolidayList)]
pub struct HolidaysResource {
    /// The current and future holidays.
    holidays: Vec<HolidayResource>,
    /// The number of days of holidays that you have in a year.
    days_per_year: u16,
    /// The number of days that you have left this year.
    days_left: u16,
}

policy!(list_holidays: Scope(Account));
/// List your holidays
///
/// Returns your current and future holidays, and the number of days that you have left this year.
/// During a holiday your clocks stop, in games whose pace allows that.
#[utoipa::path(
    tag = "time",
    responses((status = 200, description = "The holidays, and the days that are left.", body = HolidaysResource))
)]
#[get("/v1/me/holidays")]
pub(crate) async fn list_holidays(
    app: State,
    SignedIn(caller): SignedIn,
) -> Result<Json<HolidaysResource>> {
    let found = holidays::list(&app, &caller).await?;
    Ok(Json(HolidaysResource {
        holidays: found.holidays.into_iter().map(Into::into).collect(),
        days_per_year: found.allowance,
        days_left: found.left,
    }))
}

policy!(create_holiday: Scope(Account), key = Together);
/// Take a holiday
///
/// Stops your clocks on these days, in games whose pace allows it. Your opponents in those games
/// see the holiday, and each of them gets one mail.
#[utoipa::path(
    tag = "time",
    responses(
        (status = 201, description = "The holiday.", body = HolidayResource),
        (status = 409, description = "holiday-not-allowed", body = ProblemBody),
        (status = 429, description = "rate-limited", body = ProblemBody),
    )
)]
#[post("/v1/me/holidays")]
pub(crate) async fn create_holiday(
    app: State,
    SignedIn(caller): SignedIn,
    Json(body): Json<HolidayBody>,
) -> Result<HttpResponse> {
    let holiday = holidays::take(&app, &caller, body.from, body.until).await?;
    Ok(HttpResponse::Created().json(HolidayResource::from(holiday)))
}

policy!(delete_holiday: Scope(Account));
/// Cancel a holiday, or end it now
///
/// Cancels a holiday that has not begun, or ends a current one. Days that have begun still count as
/// taken.
#[utoipa::path(
    tag = "time",
    params(("holiday" = String, Path, description = "The holiday's id.")),
    responses((status = 204, description = "The holiday is cancelled or ended."))
)]
#[delete("/v1/me/holidays/{holiday}")]
pub(crate) async fn delete_holiday(
    app: State,
    SignedIn(caller): SignedIn,
    id: At<HolidayId>,
) -> Result<HttpResponse> {
    holidays::end(&app, &caller, &id).await?;
    Ok(HttpResponse::NoContent().finish())
}
