/// Elementary functions of `Double` that return the same bits on every platform.
///
/// The functions use only the operations that IEEE 754 rounds correctly (addition, subtraction, multiplication,
/// division and the square root), comparisons and integers. They call no library of the platform, so a native build
/// and a build for WebAssembly agree to the last bit.
///
/// Each result is within 0.55 units in the last place of the exact value, and is exact where the exact value is a
/// `Double`. Special values follow IEEE 754 and Annex F of the C standard. A result that is not a number is always
/// `Double.nan`, whose sign and payload are the same everywhere too.
///
/// Every function takes constant time.
package enum Mathematics {}
