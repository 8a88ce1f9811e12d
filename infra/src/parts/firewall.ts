import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import type { ApiSettings } from '../settings/environment.js';

const MANAGED_RULES = [
  'AWSManagedRulesAmazonIpReputationList',
  'AWSManagedRulesCommonRuleSet',
  'AWSManagedRulesKnownBadInputsRuleSet',
];

/** Amazon's rules for known attacks, and a limit per address. */
export function webAcl(
  scope: Construct,
  where: 'CLOUDFRONT' | 'REGIONAL',
  { requestsPerFiveMinutesAndAddress }: NonNullable<ApiSettings['firewall']>,
): CfnWebACL {
  const seen = (metricName: string) => ({
    metricName,
    cloudWatchMetricsEnabled: true,
    sampledRequestsEnabled: true,
  });
  return new CfnWebACL(scope, 'Firewall', {
    scope: where,
    defaultAction: { allow: {} },
    visibilityConfig: seen('rollbook'),
    rules: [
      {
        name: 'requests-of-one-address',
        priority: 0,
        action: { block: {} },
        statement: {
          rateBasedStatement: { aggregateKeyType: 'IP', limit: requestsPerFiveMinutesAndAddress },
        },
        visibilityConfig: seen('requests-of-one-address'),
      },
      ...MANAGED_RULES.map((name, index) => ({
        name,
        priority: index + 1,
        overrideAction: { none: {} },
        statement: { managedRuleGroupStatement: { vendorName: 'AWS', name, ...withoutBodySize(name) } },
        visibilityConfig: seen(name),
      })),
    ],
  });
}

/** A batch of 1,000 members is larger than the 8 KB that the common rules allow; the API has its own limit. */
function withoutBodySize(name: string) {
  if (name !== 'AWSManagedRulesCommonRuleSet') return {};
  return { ruleActionOverrides: [{ name: 'SizeRestrictions_BODY', actionToUse: { count: {} } }] };
}
