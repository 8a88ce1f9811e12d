// The policies of an environment's templates as IAM would see them: references to other resources are replaced by ARNs of
// the right shape, so that a linter can tell whether an action applies to its resource.
const ACCOUNT = '111122223333';
const REGION = 'eu-central-1';
const PSEUDO = {
  'AWS::Partition': 'aws',
  'AWS::AccountId': ACCOUNT,
  'AWS::Region': REGION,
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::NoValue': undefined,
};

const arn = (service, rest) => `arn:aws:${service}:${REGION}:${ACCOUNT}:${rest}`;
const ARNS = {
  'AWS::DynamoDB::GlobalTable': (id) => arn('dynamodb', `table/${id}`),
  'AWS::Events::EventBus': (id) => arn('events', `event-bus/${id}`),
  'AWS::Events::Rule': (id) => arn('events', `rule/${id}`),
  'AWS::EventSchemas::Registry': (id) => arn('schemas', `registry/${id}`),
  'AWS::IAM::Role': (id) => `arn:aws:iam::${ACCOUNT}:role/${id}`,
  'AWS::KMS::Key': () => arn('kms', 'key/00000000-0000-4000-8000-000000000000'),
  'AWS::KMS::ReplicaKey': () => arn('kms', 'key/mrk-00000000000000000000000000000000'),
  'AWS::Lambda::Function': (id) => arn('lambda', `function:${id}`),
  'AWS::Logs::LogGroup': (id) => arn('logs', `log-group:${id}:*`),
  'AWS::S3::Bucket': (id) => `arn:aws:s3:::${id.toLowerCase()}`,
  'AWS::SecretsManager::Secret': (id) => arn('secretsmanager', `secret:${id}-AbCdEf`),
  'AWS::SNS::Topic': (id) => arn('sns', id),
  'AWS::SQS::Queue': (id) => arn('sqs', id),
};
/** `Ref` returns the ARN of these, and a name for others. */
const REF_IS_ARN = new Set(['AWS::SNS::Topic', 'AWS::SecretsManager::Secret']);

const POLICIES = {
  'AWS::IAM::Policy': ({ PolicyDocument }) => [PolicyDocument],
  'AWS::IAM::ManagedPolicy': ({ PolicyDocument }) => [PolicyDocument],
  'AWS::IAM::Role': ({ Policies = [] }) => Policies.map(({ PolicyDocument }) => PolicyDocument),
  'AWS::KMS::Key': ({ KeyPolicy }) => [KeyPolicy],
  'AWS::KMS::ReplicaKey': ({ KeyPolicy }) => [KeyPolicy],
  'AWS::SNS::TopicPolicy': ({ PolicyDocument }) => [PolicyDocument],
  'AWS::SQS::QueuePolicy': ({ PolicyDocument }) => [PolicyDocument],
  'AWS::S3::BucketPolicy': ({ PolicyDocument }) => [PolicyDocument],
  'AWS::DynamoDB::GlobalTable': ({ Replicas }) =>
    Replicas.flatMap(({ ResourcePolicy }) => (ResourcePolicy ? [ResourcePolicy.PolicyDocument] : [])),
  'AWS::Events::EventBusPolicy': ({ Statement }) => [{ Version: '2012-10-17', Statement: [Statement] }],
  'AWS::EventSchemas::RegistryPolicy': ({ Policy }) => [Policy],
};

export function policiesOf(templates) {
  const resolver = new Resolver(templates);
  return Object.entries(templates).flatMap(([stack, template]) =>
    Object.entries(template.Resources).flatMap(([id, { Type, Properties = {} }]) =>
      (POLICIES[Type]?.(Properties) ?? []).map((policy) => ({
        where: `${stack}/${id}`,
        type: Type,
        policy: resolver.resolve(policy, template),
      })),
    ),
  );
}

class Resolver {
  constructor(templates) {
    this.exports = new Map(
      Object.values(templates).flatMap((template) =>
        Object.values(template.Outputs ?? {}).flatMap(({ Export, Value }) =>
          Export ? [[Export.Name, { value: Value, template }]] : [],
        ),
      ),
    );
  }

  resolve(value, template) {
    if (Array.isArray(value)) return value.map((each) => this.resolve(each, template));
    // parliament mistakes the colons in a stream's name for separators of an ARN.
    if (typeof value === 'string') return value.replace(/(?<=\/stream\/\S+):/g, '.');
    if (typeof value !== 'object' || value === null) return value;
    const [name, ...more] = Object.keys(value);
    if (more.length === 0 && (name === 'Ref' || name?.startsWith('Fn::')))
      return this.intrinsic(name, value[name], template);
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, this.resolve(each, template)]),
    );
  }

  intrinsic(name, argument, template) {
    switch (name) {
      case 'Ref': {
        if (argument in PSEUDO) return PSEUDO[argument];
        const { Type } = template.Resources[argument] ?? {};
        return REF_IS_ARN.has(Type) ? ARNS[Type](argument) : argument;
      }
      case 'Fn::GetAtt': {
        const [id, attribute] = argument;
        const { Type } = template.Resources[id];
        if (attribute === 'StreamArn') return `${ARNS[Type](id)}/stream/2026-01-01`;
        if (!/Arn$/.test(attribute) || !(Type in ARNS))
          throw new Error(`${Type}.${attribute} is not supported here.`);
        return ARNS[Type](id);
      }
      case 'Fn::Join':
        return this.resolve(argument[1], template).join(argument[0]);
      case 'Fn::Sub':
        return argument.replaceAll(/\$\{(AWS::\w+)\}/g, (_, name) => PSEUDO[name]);
      case 'Fn::Select':
        return this.resolve(argument[1], template)[argument[0]];
      case 'Fn::Split':
        return this.resolve(argument[1], template).split(argument[0]);
      case 'Fn::ImportValue': {
        const exported = this.exports.get(argument);
        if (!exported) throw new Error(`No stack exports ${argument}.`);
        return this.resolve(exported.value, exported.template);
      }
      default:
        throw new Error(`${name} is not a known parameter.`);
    }
  }
}
