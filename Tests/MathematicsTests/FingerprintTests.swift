import Testing

@Suite("Fingerprints of the elementary functions")
struct FingerprintTests {
  @Test("a hundred thousand values of each function have the bits that every other platform computes")
  func fingerprints() {
    #expect(Fingerprint.sine == 0x8375_81E8_8BA5_79A3)
    #expect(Fingerprint.cosine == 0xD271_CD96_D0D4_2010)
    #expect(Fingerprint.tangent == 0x8AC7_B67A_7AFA_45B8)
    #expect(Fingerprint.arcTangent == 0x230B_24DC_96F4_FC10)
    #expect(Fingerprint.power == 0x69A2_B830_E57D_2AE3)
    #expect(Fingerprint.wholePower == 0x924A_C4F4_AAD8_1ACE)
    #expect(Fingerprint.inverseHyperbolicSine == 0x9B12_2052_A06C_F7A9)
  }
}
