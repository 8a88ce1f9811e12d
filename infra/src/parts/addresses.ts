import type { IDomainName } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import type { ILoadBalancerV2 } from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import {
  ARecord,
  AaaaRecord,
  HostedZone,
  RecordTarget,
  type IAliasRecordTarget,
} from 'aws-cdk-lib/aws-route53';
import {
  ApiGatewayv2DomainProperties,
  CloudFrontTarget,
  LoadBalancerTarget,
} from 'aws-cdk-lib/aws-route53-targets';
import type { Construct } from 'constructs';
import type { ApiSettings } from '../settings/environment.js';

type Domain = NonNullable<ApiSettings['domain']>;

function addRecords(scope: Construct, domain: Domain, target: IAliasRecordTarget): void {
  if (!domain.hostedZone) return;
  const zone = HostedZone.fromHostedZoneAttributes(scope, 'Zone', {
    hostedZoneId: domain.hostedZone.id,
    zoneName: domain.hostedZone.name,
  });
  const record = { zone, recordName: `${domain.name}.`, target: RecordTarget.fromAlias(target) };
  new ARecord(scope, 'Address', record);
  new AaaaRecord(scope, 'AddressV6', record);
}

export function addressAtGateway(scope: Construct, domain: Domain, at: IDomainName): void {
  addRecords(scope, domain, new ApiGatewayv2DomainProperties(at.regionalDomainName, at.regionalHostedZoneId));
}

export function addressAtDistribution(scope: Construct, domain: Domain, at: IDistribution): void {
  addRecords(scope, domain, new CloudFrontTarget(at));
}

export function addressAtLoadBalancer(scope: Construct, domain: Domain, at: ILoadBalancerV2): void {
  addRecords(scope, domain, new LoadBalancerTarget(at));
}
