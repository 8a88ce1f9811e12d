import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Annotations, type Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  Function,
  LoggingFormat,
  Runtime,
  RuntimeManagementMode,
} from 'aws-cdk-lib/aws-lambda';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Environment } from '../settings/environment.js';

export interface BundledFunctionProps {
  folder: string;
  description: string;
  memoryMb: number;
  timeout: Duration;
  environment: Record<string, string>;
  environmentKey?: IKey | undefined;
  architecture?: Environment['architecture'];
  reservedConcurrency?: number | undefined;
}

/** Node 24 runs the bundles; their V8 code cache is created for it. Keep in step with `engines` in package.json. */
const RUNTIME = Runtime.NODEJS_24_X;

/** The platform for which `npm run bundle` created a code cache. */
interface CodeCache {
  architecture: string;
  nodeMajor: number;
}

/** A function with its bundle, a role that may only log, and a log group with limited retention. */
export class BundledFunction extends Construct {
  readonly function: Function;
  readonly role: Role;
  readonly logGroup: LogGroup;

  constructor(scope: Construct, id: string, props: BundledFunctionProps) {
    super(scope, id);
    const logGroup = new LogGroup(this, 'Logs', {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    this.logGroup = logGroup;
    logGroup.grantWrite(this.role);
    this.function = new Function(this, 'Function', {
      description: props.description,
      runtime: RUNTIME,
      // A new patch version of Node only comes with a deployment: another V8 would reject the code cache in the bundle.
      runtimeManagementMode: RuntimeManagementMode.FUNCTION_UPDATE,
      architecture: props.architecture === 'x64' ? Architecture.X86_64 : Architecture.ARM_64,
      handler: 'index.handler',
      code: Code.fromAsset(props.folder, { exclude: ['manifest.json', ...this.refusedCache(props)] }),
      memorySize: props.memoryMb,
      timeout: props.timeout,
      role: this.role,
      logGroup,
      loggingFormat: LoggingFormat.TEXT,
      environment: props.environment,
      ...(props.reservedConcurrency !== undefined && {
        reservedConcurrentExecutions: props.reservedConcurrency,
      }),
      ...(props.environmentKey && { environmentEncryption: props.environmentKey }),
    });
    Validations.of(this.function).acknowledge({
      id: 'AwsSolutions-L1',
      reason: 'The runtime must match the code cache; see docs/adr/0024.',
    });
  }

  /** V8 rejects a code cache of another architecture or version: it would only slow down the start. */
  private refusedCache({ folder, architecture = 'arm64' }: BundledFunctionProps): string[] {
    const file = join(folder, 'manifest.json');
    if (!existsSync(file)) return [];
    const { codeCache } = JSON.parse(readFileSync(file, 'utf8')) as { codeCache: CodeCache };
    const madeFor = `nodejs${codeCache.nodeMajor}.x on ${codeCache.architecture}`;
    const runsOn = `${RUNTIME.name} on ${architecture}`;
    if (madeFor === runsOn) return [];
    Annotations.of(this).addInfoV2(
      'rollbook:code-cache',
      `No code cache: it was made on ${madeFor}, but the function runs on ${runsOn}. docs/deploy.md says what that costs.`,
    );
    return ['program.cache'];
  }
}
