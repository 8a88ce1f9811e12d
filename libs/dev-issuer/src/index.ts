export { IssuerKeyError, openDevelopmentIssuer, type DevelopmentIssuer } from './development-issuer.js';
