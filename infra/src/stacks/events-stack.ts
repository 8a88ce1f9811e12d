import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnEventBusPolicy, EventBus, Rule, type EventPattern } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import {
  AnyPrincipal,
  ManagedPolicy,
  PolicyDocument,
  PolicyStatement,
  type IRole,
} from 'aws-cdk-lib/aws-iam';
import { CfnRegistry, CfnRegistryPolicy, CfnSchema } from 'aws-cdk-lib/aws-eventschemas';
import type { Construct } from 'constructs';
import { contractDocuments, EVENT_SOURCE, PATTERN_EXAMPLES } from '#libs/event-contracts';
import type { EventSettings } from '../settings/environment.js';
import type { Names } from '../settings/names.js';
import { deadLetterQueue, subscriberQueue } from '../parts/queues.js';

export interface EventsStackProps extends StackProps {
  names: Names;
  settings: EventSettings;
  organizationId: string | undefined;
  /** Republishes events that were parked or trimmed. */
  administration: IRole;
}

export class EventsStack extends Stack {
  readonly bus: EventBus;

  constructor(
    scope: Construct,
    id: string,
    { names, settings, organizationId, administration, ...props }: EventsStackProps,
  ) {
    super(scope, id, props);
    this.bus = new EventBus(this, 'Bus', { eventBusName: names.bus });
    this.bus.archive('Archive', {
      archiveName: names.bus,
      description: 'Every event, for replays to one rule or to all',
      eventPattern: { source: [EVENT_SOURCE] },
      retention: Duration.days(settings.archiveDays),
    });
    new ManagedPolicy(this, 'AdministrationPublishes', {
      roles: [administration],
      statements: [new PolicyStatement({ actions: ['events:PutEvents'], resources: [this.bus.eventBusArn] })],
    });
    const registry = this.registerSchemas(names.registry);
    if (organizationId) {
      this.admitOrganization(organizationId);
      this.letReadSchemas(organizationId, registry);
    }
    if (settings.exampleSubscribers) this.addExampleSubscribers();
  }

  private registerSchemas(registryName: string): CfnRegistry {
    const registry = new CfnRegistry(this, 'Schemas', {
      registryName,
      description: 'The schemas of Rollbook events',
    });
    for (const [file, content] of contractDocuments()) {
      const name = /^schemas\/(.+)\.json$/.exec(file)?.[1];
      if (name === undefined) continue;
      const schema = new CfnSchema(this, `Schema-${name}`, {
        registryName,
        schemaName: `${EVENT_SOURCE}@${name}`,
        type: 'JSONSchemaDraft4',
        content: draft4(content),
      });
      schema.node.addDependency(registry);
    }
    return registry;
  }

  private letReadSchemas(organizationId: string, registry: CfnRegistry): void {
    const { registryName = '' } = registry;
    const named = (resource: string, resourceName: string) =>
      this.formatArn({ service: 'schemas', resource, resourceName });
    const reading = new PolicyStatement({
      sid: 'OrganizationMayReadSchemas',
      principals: [new AnyPrincipal()],
      actions: [
        'schemas:DescribeRegistry',
        'schemas:DescribeSchema',
        'schemas:ExportSchema',
        'schemas:ListSchemaVersions',
        'schemas:ListSchemas',
        'schemas:SearchSchemas',
      ],
      resources: [named('registry', registryName), named('schema', `${registryName}/*`)],
      conditions: { StringEquals: { 'aws:PrincipalOrgID': organizationId } },
    });
    const policy = new CfnRegistryPolicy(this, 'OrganizationReadsSchemas', {
      registryName,
      policy: new PolicyDocument({ statements: [reading] }),
    });
    policy.node.addDependency(registry);
  }

  /** Other accounts create rules on this bus; only this one publishes. */
  private admitOrganization(organizationId: string): void {
    const allow = (sid: string, actions: string[], conditions: Record<string, string> = {}) => {
      const statement = new PolicyStatement({
        sid,
        principals: [new AnyPrincipal()],
        actions: actions.map((action) => `events:${action}`),
        resources: [
          this.formatArn({
            service: 'events',
            resource: 'rule',
            resourceName: `${this.bus.eventBusName}/*`,
          }),
        ],
        conditions: {
          StringEquals: { 'aws:PrincipalOrgID': organizationId },
          // Each account manages the rules that it created itself.
          StringEqualsIfExists: { 'events:creatorAccount': '${aws:PrincipalAccount}', ...conditions },
        },
      });
      // If the bus added it, its id would contain a hyphen, which the grammar of policies does not allow.
      new CfnEventBusPolicy(this, sid, {
        eventBusName: this.bus.eventBusName,
        statementId: sid,
        statement: statement.toStatementJson() as object,
      });
    };
    // Only a rule for events of this system.
    allow('OrganizationMaySubscribe', ['PutRule'], { 'events:source': EVENT_SOURCE });
    allow('OrganizationMayManageItsRules', [
      'DeleteRule',
      'DescribeRule',
      'DisableRule',
      'EnableRule',
      'ListTargetsByRule',
      'PutTargets',
      'RemoveTargets',
    ]);
  }

  private addExampleSubscribers(): void {
    for (const [index, { need, pattern }] of PATTERN_EXAMPLES.entries()) {
      const name = `Example${index + 1}`;
      const failed = deadLetterQueue(this, `${name}Failed`);
      new Rule(this, name, {
        eventBus: this.bus,
        description: need,
        eventPattern: toCdk(pattern),
        targets: [
          new SqsQueue(subscriberQueue(this, `${name}Queue`, failed), {
            deadLetterQueue: failed,
            maxEventAge: Duration.hours(24),
            retryAttempts: 185,
          }),
        ],
      });
    }
  }
}

/** The registry only supports draft 4: `$schema` and `id` of its own, enumerations of one instead of constants. */
function draft4(document: string): string {
  return JSON.stringify(JSON.parse(document), (key, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    // The properties of an object may have any name.
    if (key === 'properties') return value;
    const { $schema, $id, const: constant, ...rest } = value as Record<string, unknown>;
    return {
      ...($schema !== undefined && { $schema: 'http://json-schema.org/draft-04/schema#' }),
      ...($id !== undefined && { id: $id }),
      ...(constant !== undefined && { enum: [constant] }),
      ...rest,
    };
  });
}

/** CDK's names of the two fields that are spelled differently. */
function toCdk({ 'detail-type': detailType, ...rest }: Record<string, unknown>): EventPattern {
  return { ...rest, ...(detailType !== undefined && { detailType }) } as EventPattern;
}
