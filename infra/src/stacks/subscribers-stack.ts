import { Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { Stats, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { Rule, Schedule, type EventPattern } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { EVENT_SOURCE, MAILED_EVENT_TYPES } from '#libs/event-contracts';
import { BundledFunction } from '../parts/bundled-function.js';
import { countKeyErrors } from '../monitoring/log-metrics.js';
import type { Environment, InvitationSettings, SubscriberSettings } from '../settings/environment.js';
import { tableStatements, type TableGrant } from '../iam/grants.js';
import { webhooksEnvironment } from '../settings/process-environments.js';
import { deadLetterQueue } from '../parts/queues.js';
import { allowKeyUse, type Data } from './data-stack.js';
import type { EventsStack } from './events-stack.js';

export interface SubscribersStackProps extends StackProps {
  data: Data;
  events: EventsStack;
  /** Whether due deliveries are sent here. */
  active: boolean;
  settings: SubscriberSettings;
  architecture: Environment['architecture'];
  tableName: string;
  grants: readonly TableGrant[];
  bundles: Record<'webhooks' | 'mailer', string>;
}

export interface Subscriber {
  name: string;
  function: BundledFunction['function'];
  failures: Queue;
  mailErrors?: IMetric;
}

/** The bus tries for a day, Lambda twice more; then the event is in the queue. */
const MAX_EVENT_AGE = Duration.hours(24);
const DELIVERY_TRIES = 185;
const FUNCTION_RETRIES = 2;
/** The maximum time a queued Lambda event waits for an instance. */
const MAX_WAIT = Duration.hours(6);

export class SubscribersStack extends Stack {
  readonly subscribers: Subscriber[];

  constructor(
    scope: Construct,
    id: string,
    private readonly props: SubscribersStackProps,
  ) {
    super(scope, id, props);
    const { invitations } = props.settings;
    this.subscribers = [this.webhooks(), ...(invitations ? [this.mailer(invitations)] : [])];
  }

  private webhooks(): Subscriber {
    const { active, data, events, settings, tableName, grants, bundles } = this.props;
    const made = new BundledFunction(this, 'Webhooks', {
      folder: bundles.webhooks,
      description: "Delivers events to the tenants' own systems",
      memoryMb: settings.webhooksMemoryMb,
      architecture: this.props.architecture,
      // Many hanging endpoints are waited for concurrently.
      timeout: Duration.seconds(60),
      environment: webhooksEnvironment(tableName, events.bus.eventBusName, data.erasureKey.keyArn),
    });
    for (const statement of tableStatements(this, tableName, grants))
      made.role.addToPrincipalPolicy(statement);
    countKeyErrors(made.logGroup, tableName);
    if (data.tableKey) allowKeyUse(data.tableKey, made.role);
    // The secrets that sign deliveries are only read here, never created.
    data.erasureKey.grant(made.role, 'kms:Decrypt');
    const subscriber = this.subscribe('webhooks', made, { source: [EVENT_SOURCE] });
    new Rule(this, 'WebhooksDue', {
      description: 'Deliveries whose retry is due',
      enabled: active,
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [this.target(subscriber)],
    });
    return subscriber;
  }

  private mailer({ acceptUrl, mailFrom }: InvitationSettings): Subscriber {
    const { data, bundles } = this.props;
    const made = new BundledFunction(this, 'InvitationMailer', {
      folder: bundles.mailer,
      description: 'Sends invitation emails',
      memoryMb: 256,
      architecture: this.props.architecture,
      timeout: Duration.seconds(20),
      environmentKey: new Key(this, 'EnvironmentKey', {
        description: "Encrypts the mailer's environment, which holds the invitation secret",
        enableKeyRotation: true,
        removalPolicy: RemovalPolicy.DESTROY,
      }),
      environment: {
        NODE_ENV: 'production',
        ROLLBOOK_INVITATION_SECRET: data.invitationSecret.secretValue.unsafeUnwrap(),
        ROLLBOOK_ACCEPT_URL: acceptUrl,
        ROLLBOOK_MAIL_FROM: mailFrom,
      },
    });
    const domain = mailFrom.slice(mailFrom.indexOf('@') + 1);
    const identity = this.formatArn({ service: 'ses', resource: 'identity', resourceName: domain });
    made.role.addToPrincipalPolicy(
      new PolicyStatement({ actions: ['ses:SendEmail'], resources: [identity] }),
    );
    const pattern = { source: [EVENT_SOURCE], detailType: MAILED_EVENT_TYPES };
    const mailErrors = made.function.metricErrors({ statistic: Stats.SUM });
    return { ...this.subscribe('invitation mailer', made, pattern), mailErrors };
  }

  private subscribe(name: string, { function: lambda }: BundledFunction, pattern: EventPattern): Subscriber {
    const id = lambda.node.scope?.node.id ?? name;
    const failures = deadLetterQueue(this, `${id}Failures`);
    lambda.configureAsyncInvoke({
      onFailure: new SqsDestination(failures),
      retryAttempts: FUNCTION_RETRIES,
      maxEventAge: MAX_WAIT,
    });
    const subscriber = { name, function: lambda, failures };
    new Rule(this, `${id}Events`, {
      eventBus: this.props.events.bus,
      description: `Events for the ${name}`,
      eventPattern: pattern,
      targets: [this.target(subscriber)],
    });
    return subscriber;
  }

  private target({ function: lambda, failures }: Subscriber): LambdaFunction {
    return new LambdaFunction(lambda, {
      deadLetterQueue: failures,
      maxEventAge: MAX_EVENT_AGE,
      retryAttempts: DELIVERY_TRIES,
    });
  }
}
