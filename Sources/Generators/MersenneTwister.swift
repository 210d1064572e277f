// MersenneTwister.swift: the random numbers of Python for a seed.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// MT19937, seeded by an array as Python's `random.seed` does, so that `{{random 10 seed=0}}` gives the bytes that
/// suites know from httpbin.
struct MersenneTwister {
    private var state: [UInt32]
    private var index = MersenneTwister.size

    init(seed: Int) {
        let magnitude = seed.magnitude
        var key = [UInt32(truncatingIfNeeded: magnitude)]
        if magnitude >> 32 > 0 { key.append(UInt32(truncatingIfNeeded: magnitude >> 32)) }

        state = [19_650_218]
        for number in 1..<Self.size {
            let last = state[number - 1]
            state.append(1_812_433_253 &* (last ^ last >> 30) &+ UInt32(number))
        }
        var place = 1
        for round in 0..<Self.size {
            let last = state[place - 1]
            let part = round % key.count
            state[place] = (state[place] ^ (last ^ last >> 30) &* 1_664_525) &+ key[part] &+ UInt32(part)
            advance(&place)
        }
        for _ in 1..<Self.size {
            let last = state[place - 1]
            state[place] = (state[place] ^ (last ^ last >> 30) &* 1_566_083_941) &- UInt32(place)
            advance(&place)
        }
        state[0] = 0x8000_0000
    }

    private mutating func advance(_ place: inout Int) {
        place += 1
        if place == Self.size {
            state[0] = state[Self.size - 1]
            place = 1
        }
    }

    /// `random.randint(0, 255)`: nine bits, drawn again until they are below 256.
    mutating func byte() -> UInt8 {
        while true {
            let bits = word() >> 23
            if bits < 256 { return UInt8(bits) }
        }
    }

    private mutating func word() -> UInt32 {
        if index == Self.size { twist() }
        var word = state[index]
        index += 1
        word ^= word >> 11
        word ^= word << 7 & 0x9D2C_5680
        word ^= word << 15 & 0xEFC6_0000
        return word ^ word >> 18
    }

    private mutating func twist() {
        for place in 0..<Self.size {
            let mixed = state[place] & 0x8000_0000 | state[(place + 1) % Self.size] & 0x7FFF_FFFF
            let odd: UInt32 = mixed & 1 == 0 ? 0 : 0x9908_B0DF
            state[place] = state[(place + 397) % Self.size] ^ mixed >> 1 ^ odd
        }
        index = 0
    }

    private static let size = 624
}
