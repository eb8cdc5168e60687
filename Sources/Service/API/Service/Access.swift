/// What decides who may do what: keys, tokens and origins. All of it is replaced at once while the service runs.
final class Access: Sendable {
  let keys: Keys
  let tokens: AccessTokens
  let cors: CrossOrigin

  init(_ configuration: ServiceConfiguration) {
    keys = Keys(configuration.keys)
    tokens = AccessTokens(
      secrets: configuration.tokenSecrets, owners: keys.owners, longestLifetime: configuration.tokenLifetime)
    cors = CrossOrigin(origins: configuration.corsOrigins, takesCookies: tokens.areEnabled)
  }
}
