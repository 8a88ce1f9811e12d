export {
  IssuerKeyError,
  openDevelopmentIssuer,
  type DevelopmentIssuer,
  type OperatorTokenOptions,
  type UserTokenOptions,
} from './development-issuer.js';
