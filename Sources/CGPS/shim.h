// What Odograph asks of libgps, in a shape that stays the same from one release to the next.
//
// libgps changes its structures with every major API version and says so in GPSD_API_MAJOR_VERSION. All that
// depends on it is here; Swift sees flat structs. Checked with 11 (release 3.22).

#include <errno.h>
#include <gps.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if GPSD_API_MAJOR_VERSION < 7
#error "libgps is too old: satellites are told by system from API 7 (release 3.18) on"
#endif

// A TPV. What was not said is NaN, a time that was not said 0 seconds.
struct odograph_fix {
  int mode;
  int64_t seconds, nanoseconds;
  double latitude, longitude, altitude_msl, altitude_hae, speed, track, climb;
  double eph, epx, epy, epv, eps, epd;
};

struct odograph_satellite {
  int prn, gnss;  // gnss is -1 where only the PRN is known
  double elevation, azimuth, signal;
  bool used;
};

static inline void odograph_split_time(double time, int64_t *seconds, int64_t *nanoseconds) {
  bool known = isfinite(time) && fabs(time) < 1e11;
  double whole = known ? floor(time) : 0;
  *seconds = (int64_t)whole;
  *nanoseconds = known ? (int64_t)((time - whole) * 1e9) : 0;
}

// Whether libgps took something from a line of gpsd's, which it may write to. One structure serves all messages;
// it is cleared before each, so that none is told from what another left.
static inline bool odograph_unpack(char *line, struct gps_data_t *data) {
  memset(data, 0, sizeof *data);
  return gps_unpack(line, data) == 0 && data->set != 0;
}

static inline bool odograph_has(const struct gps_data_t *data, uint64_t mask) {
  return (data->set & mask) != 0;
}
static inline bool odograph_is_position(const struct gps_data_t *data) {
  return odograph_has(data, STATUS_SET);
}
static inline bool odograph_is_sky(const struct gps_data_t *data) {
  return odograph_has(data, SATELLITE_SET);
}
static inline bool odograph_is_version(const struct gps_data_t *data) {
  return odograph_has(data, VERSION_SET);
}
static inline bool odograph_is_device(const struct gps_data_t *data) {
  return odograph_has(data, DEVICE_SET);
}
static inline bool odograph_is_device_list(const struct gps_data_t *data) {
  return odograph_has(data, DEVICELIST_SET);
}
static inline bool odograph_is_error(const struct gps_data_t *data) {
  return odograph_has(data, ERROR_SET);
}

static inline const char *odograph_release(const struct gps_data_t *data) {
  return data->version.release;
}
static inline const char *odograph_error(const struct gps_data_t *data) { return data->error; }
static inline const char *odograph_device_path(const struct gps_data_t *data) {
  return data->dev.path;
}
static inline int odograph_device_count(const struct gps_data_t *data) {
  return data->devices.ndevices;
}
static inline const char *odograph_listed_path(const struct gps_data_t *data, int index) {
  return data->devices.list[index].path;
}

static inline bool odograph_was_activated(const struct devconfig_t *device) {
#if GPSD_API_MAJOR_VERSION >= 9
  return device->activated.tv_sec > 0;
#else
  return device->activated > 0;
#endif
}
static inline bool odograph_device_is_active(const struct gps_data_t *data) {
  return odograph_was_activated(&data->dev);
}
static inline bool odograph_listed_is_active(const struct gps_data_t *data, int index) {
  return odograph_was_activated(&data->devices.list[index]);
}

static inline struct odograph_fix odograph_position(const struct gps_data_t *data) {
  const struct gps_fix_t *fix = &data->fix;
  struct odograph_fix out = {
    .mode = fix->mode,
    .latitude = fix->latitude, .longitude = fix->longitude,
    .speed = fix->speed, .track = fix->track, .climb = fix->climb,
    .epx = fix->epx, .epy = fix->epy, .epv = fix->epv, .eps = fix->eps, .epd = fix->epd,
  };
#if GPSD_API_MAJOR_VERSION >= 9
  out.seconds = fix->time.tv_sec;
  out.nanoseconds = fix->time.tv_nsec;
  out.altitude_msl = fix->altMSL;
  out.altitude_hae = fix->altHAE;
#else
  odograph_split_time(fix->time, &out.seconds, &out.nanoseconds);
  out.altitude_msl = fix->altitude;
  out.altitude_hae = NAN;
#endif
#if GPSD_API_MAJOR_VERSION >= 8
  out.eph = fix->eph;
#else
  out.eph = NAN;
#endif
  return out;
}

static inline void odograph_sky_time(
    const struct gps_data_t *data, int64_t *seconds, int64_t *nanoseconds) {
#if GPSD_API_MAJOR_VERSION >= 9
  *seconds = data->skyview_time.tv_sec;
  *nanoseconds = data->skyview_time.tv_nsec;
#else
  odograph_split_time(data->skyview_time, seconds, nanoseconds);
#endif
}

static inline double odograph_hdop(const struct gps_data_t *data) { return data->dop.hdop; }
static inline int odograph_satellites_used(const struct gps_data_t *data) {
  return data->satellites_used;
}
static inline int odograph_satellite_count(const struct gps_data_t *data) {
  return data->satellites_visible < MAXCHANNELS ? data->satellites_visible : MAXCHANNELS;
}
static inline struct odograph_satellite odograph_satellite_at(
    const struct gps_data_t *data, int index) {
  const struct satellite_t *seen = &data->skyview[index];
  struct odograph_satellite out = {
    .prn = seen->PRN, .gnss = seen->svid ? seen->gnssid : -1,
    .elevation = seen->elevation, .azimuth = seen->azimuth, .signal = seen->ss,
    .used = seen->used,
  };
  return out;
}
