/*
 * The PCG author's C++ header behind names of C, so that another language can ask it.
 *
 * Nothing is computed here: a state is put in and taken out as the header itself reads and writes a generator, which is
 * as three numbers, multiplier, increment and state. Not built with the references: the header is not ours, and is not
 * needed to build. It is compiled when a program asks for it, or by the set-up.
 */
#include <cstddef>
#include <cstdint>
#include <new>
#include <sstream>
#include <string>

#include "pcg_random.hpp"

namespace {

struct Written {
    std::uint64_t multiplier, increment, state;
};

Written written(const pcg32 &rng)
{
    std::ostringstream out;
    out << rng;
    std::istringstream in(out.str());
    Written numbers = {0, 0, 0};
    in >> numbers.multiplier >> numbers.increment >> numbers.state;
    return numbers;
}

} // namespace

extern "C" {

/* The constructor with a state and a stream: what other versions of PCG call srandom. */
pcg32 *oracle_pcg_seeded(std::uint64_t state, std::uint64_t stream) noexcept
{
    return new (std::nothrow) pcg32(state, stream);
}

/* State and increment as they are; null if the header refuses them. */
pcg32 *oracle_pcg_raw(std::uint64_t state, std::uint64_t increment) noexcept
{
    pcg32 *rng = new (std::nothrow) pcg32();
    if (rng == nullptr)
        return nullptr;
    std::stringstream text;
    text << written(*rng).multiplier << ' ' << increment << ' ' << state;
    text >> *rng;
    if (text.fail()) {
        delete rng;
        return nullptr;
    }
    return rng;
}

void oracle_pcg_free(pcg32 *rng) noexcept
{
    delete rng;
}

std::uint32_t oracle_pcg_next(pcg32 *rng) noexcept
{
    return (*rng)();
}

void oracle_pcg_fill(pcg32 *rng, std::uint32_t *words, std::size_t count) noexcept
{
    for (std::size_t i = 0; i < count; ++i)
        words[i] = (*rng)();
}

std::uint32_t oracle_pcg_bounded(pcg32 *rng, std::uint32_t bound) noexcept
{
    return (*rng)(bound);
}

void oracle_pcg_advance(pcg32 *rng, std::uint64_t delta) noexcept
{
    rng->advance(delta);
}

void oracle_pcg_backstep(pcg32 *rng, std::uint64_t delta) noexcept
{
    rng->backstep(delta);
}

/* How many steps from one generator to another of the same stream. */
std::uint64_t oracle_pcg_distance(const pcg32 *from, const pcg32 *to) noexcept
{
    return *to - *from;
}

std::uint64_t oracle_pcg_state(const pcg32 *rng) noexcept
{
    return written(*rng).state;
}

std::uint64_t oracle_pcg_increment(const pcg32 *rng) noexcept
{
    return written(*rng).increment;
}

} // extern "C"
