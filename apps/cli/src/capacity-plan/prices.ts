/**
 * AWS list prices in US dollars, on demand, region us-east-1, without free tiers and discounts. The one place to change
 * them: look at the pages named here, and set the date.
 *
 * https://aws.amazon.com/dynamodb/pricing/on-demand/ · https://aws.amazon.com/dynamodb/pricing/provisioned/ ·
 * https://aws.amazon.com/lambda/pricing/ ·
 * https://aws.amazon.com/api-gateway/pricing/ · https://aws.amazon.com/eventbridge/pricing/ ·
 * https://aws.amazon.com/cloudwatch/pricing/ · https://aws.amazon.com/fargate/pricing/ ·
 * https://aws.amazon.com/cloudfront/pricing/ · https://aws.amazon.com/s3/pricing/
 */
export const PRICES = {
  asOf: '2025-06-01',
  region: 'us-east-1',
  dynamodb: {
    millionWriteUnits: 0.625,
    millionReadUnits: 0.125,
    provisionedWriteUnitHour: 0.00065,
    provisionedReadUnitHour: 0.00013,
    storageGbMonth: 0.25,
    pointInTimeRecoveryGbMonth: 0.2,
  },
  lambda: { millionRequests: 0.2, gbSecondArm: 0.0000133334 },
  httpApi: { millionRequests: 1 },
  eventBridge: { millionEvents: 1, archiveGb: 0.1, archiveGbMonth: 0.023 },
  cloudWatch: {
    logsGb: 0.5,
    alarmMetricMonth: 0.1,
    compositeAlarmMonth: 0.5,
    metricMonth: 0.3,
    dashboardMonth: 3,
  },
  kms: { keyMonth: 1 },
  secretMonth: 0.4,
  // Requests over HTTPS, and answers, to Europe and North America.
  cloudFront: { millionRequests: 1, millionFunctionCalls: 0.1, transferOutGb: 0.085 },
  s3: { millionReads: 0.4 },
} as const;
