import { Duration, Fn, Stack, Validations, type SecretValue } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Construct } from 'constructs';
import { addressAtDistribution } from './addresses.js';
import type { ApiSettings } from '../settings/environment.js';
import { webAcl } from './firewall.js';
import { Pages, type PagesProps } from './pages.js';

export interface EdgeProps {
  api: HttpApi;
  /** What the API expects in `x-rollbook-edge`, so that nobody bypasses the distribution. */
  secret: SecretValue;
  domain: ApiSettings['domain'];
  firewall: ApiSettings['firewall'];
  pages: PagesProps | undefined;
}

/** Those for which CloudFront lets one set how long they are cached. */
const ERRORS = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

/** One host name for the pages, which are in a bucket, and for the API, which has all other paths. */
export class Edge extends Construct {
  readonly domainName: string;

  constructor(scope: Construct, id: string, { api, secret, domain, firewall, pages }: EdgeProps) {
    super(scope, id);
    const distribution = new Distribution(this, 'Distribution', {
      comment: `Rollbook, ${Stack.of(this).stackName}`,
      ...(domain && {
        domainNames: [domain.name],
        certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
      // A firewall cannot be attached to an HTTP API.
      ...(firewall && { webAclId: webAcl(this, 'CLOUDFRONT', firewall).attrArn }),
      defaultBehavior: {
        origin: new HttpOrigin(Fn.select(2, Fn.split('/', api.apiEndpoint)), {
          protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
          customHeaders: { 'x-rollbook-edge': secret.unsafeUnwrap() },
        }),
        allowedMethods: AllowedMethods.ALLOW_ALL,
        cachePolicy: CachePolicy.CACHING_DISABLED,
        originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
        viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      },
      additionalBehaviors: pages ? new Pages(this, 'Pages', pages).behaviors : {},
      // By default an error is kept for ten seconds, whatever the cache policy, and served to everyone who reads the same path.
      errorResponses: ERRORS.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
    });
    for (const [rule, reason] of [
      [
        'AwsSolutions-CFR1',
        'The countries of the customers are unknown here: use the firewall to restrict them.',
      ],
      ['AwsSolutions-CFR2', 'A firewall is a choice of the environment: api.firewall.'],
      [
        'AwsSolutions-CFR3',
        'The gateway behind it logs each request; a second log would hold the same addresses. Pages are the same for everybody.',
      ],
      [
        'AwsSolutions-CFR4',
        'The certificate of CloudFront’s own domain sets the minimum: with api.domain it is TLS 1.2.',
      ],
    ] as const)
      Validations.of(distribution).acknowledge({ id: rule, reason });
    this.domainName = distribution.distributionDomainName;
    // As where the gateway has the domain, so that a record changes its target instead of being created twice.
    if (domain) addressAtDistribution(Stack.of(this), domain, distribution);
  }
}
