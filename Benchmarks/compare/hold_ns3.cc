// The hold model on ns-3's default scheduler: see Benchmarks/Sources/Bench/HoldModel.swift, which
// this mirrors.
//
// Usage: hold_ns3 PENDING EVENTS
// Prints events per second and, as proof of the same work, the instant of the last event.

#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <ns3/simulator.h>

static const uint64_t tableSize = 1 << 16;
static std::vector<int64_t> table(tableSize);
static uint64_t scheduled = 0;
static uint64_t delivered = 0;
static uint64_t events = 0;

static uint64_t SplitMix64(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

// Nanoseconds, mean one second; drawn before the clock starts, so that the queue is timed alone.
static void DrawExponentialIncrements() {
  for (uint64_t index = 0; index < tableSize; ++index) {
    uint64_t word = SplitMix64((index + 1) * 0x9E3779B97F4A7C15u);
    double uniform = double(word >> 11) * 0x1p-53;
    table[index] = int64_t(-std::log(1 - uniform) * 1e9);
  }
}

static void Hold(uint32_t identity) {
  if (++delivered == events) ns3::Simulator::Stop();
  ns3::Simulator::Schedule(
      ns3::NanoSeconds(table[scheduled++ & (tableSize - 1)]), &Hold, identity);
}

int main(int, char **argv) {
  uint32_t pending = std::atoi(argv[1]);
  events = std::atoll(argv[2]);
  DrawExponentialIncrements();
  for (uint32_t identity = 0; identity < pending; ++identity) {
    ns3::Simulator::Schedule(
        ns3::NanoSeconds(table[scheduled++ & (tableSize - 1)]), &Hold, identity);
  }
  auto start = std::chrono::steady_clock::now();
  ns3::Simulator::Run();
  std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("%.0f %lld\n", events / seconds.count(),
              (long long)ns3::Simulator::Now().GetNanoSeconds());
  ns3::Simulator::Destroy();
}
