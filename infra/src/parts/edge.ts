import { Fn, Stack, Validations, type SecretValue } from 'aws-cdk-lib';
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

export interface EdgeProps {
  api: HttpApi;
  domain: NonNullable<ApiSettings['domain']>;
  firewall: NonNullable<ApiSettings['firewall']>;
  /** What the API expects in `x-rollbook-edge`, so that nobody bypasses the firewall. */
  secret: SecretValue;
}

/** A firewall cannot be attached to an HTTP API: it is attached to a distribution that passes everything on. */
export class Edge extends Construct {
  constructor(scope: Construct, id: string, { api, domain, firewall, secret }: EdgeProps) {
    super(scope, id);
    const acl = webAcl(this, 'CLOUDFRONT', firewall);
    const distribution = new Distribution(this, 'Distribution', {
      comment: `The API of Rollbook, ${Stack.of(this).stackName}`,
      domainNames: [domain.name],
      certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      webAclId: acl.attrArn,
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
    });
    for (const [rule, reason] of [
      [
        'AwsSolutions-CFR1',
        'The countries of the customers are unknown here: use the firewall to restrict them.',
      ],
      [
        'AwsSolutions-CFR3',
        'The gateway behind it logs each request; a second log would hold the same addresses.',
      ],
    ] as const)
      Validations.of(distribution).acknowledge({ id: rule, reason });
    addressAtDistribution(this, domain, distribution);
  }
}
