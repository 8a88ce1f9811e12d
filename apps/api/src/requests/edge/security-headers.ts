import type { SecurityHeadersOptions } from '@nestjs/common';

/**
 * What browsers are told with each answer. Answers are data: nothing in them may be run, framed or taken for another type.
 * What says something about pages only (openers, plug-ins, what old browsers did with downloads and scripts) is left out.
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
