import type { SecurityHeadersOptions } from '@nestjs/common';

/**
 * The browser headers of each answer. Answers are data: nothing in them may be run, framed or interpreted as another type.
 * Headers that only concern pages (openers, plug-ins, downloads and scripts in old browsers) are omitted.
 * https://cheatsheetseries.owasp.org/cheatsheets/REST_Security_Cheat_Sheet.html#security-headers
 */
export const DATA_HEADERS: SecurityHeadersOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: "'none'", frameAncestors: "'none'" },
  },
  xFrameOptions: { action: 'deny' },
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xPoweredBy: false,
  xXssProtection: false,
};
