export interface Rule {
  holds(value: unknown): boolean;
  /** Completes the sentence "It must be …". */
  must: string;
  mayBeAbsent?: boolean;
}

export const optional = (rule: Rule): Rule => ({ ...rule, mayBeAbsent: true });

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const range = (least: number, most: number) => (most === Infinity ? `from ${least}` : `${least} to ${most}`);
const within = (value: number, least: number, most: number) => value >= least && value <= most;

export const yesOrNo: Rule = { holds: (value) => typeof value === 'boolean', must: 'true or false' };
export const list: Rule = { holds: (value) => Array.isArray(value), must: 'a list' };
export const text: Rule = { holds: (value) => isText(value) && value.trim() !== '', must: 'a string' };

export const textLike = (pattern: RegExp, must: string): Rule => ({
  holds: (value) => isText(value) && pattern.test(value),
  must,
});

export const oneOf = (...values: readonly string[]): Rule => ({
  holds: (value) => isText(value) && values.includes(value),
  must: values.join(' or '),
});

export const either = (one: Rule, other: Rule): Rule => ({
  holds: (value) => one.holds(value) || other.holds(value),
  must: `${one.must} or ${other.must}`,
});

export const numberOf = (...values: readonly number[]): Rule => ({
  holds: (value) => isNumber(value) && values.includes(value),
  must: `one of ${values.join(', ')}`,
});

export const numberFrom = (least: number, most = Infinity): Rule => ({
  holds: (value) => isNumber(value) && within(value, least, most),
  must: `a number ${range(least, most)}`,
});

export const above = (least: number): Rule => ({
  holds: (value) => isNumber(value) && value > least,
  must: `a number above ${least}`,
});

export const whole = (least: number, most = Infinity): Rule => ({
  holds: (value) => Number.isInteger(value) && within(value as number, least, most),
  must: `a whole number ${range(least, most)}`,
});

export const anHttpsUrl: Rule = {
  holds: (value) => isText(value) && value.startsWith('https://') && URL.parse(value) !== null,
  must: 'an https URL',
};

/** The minimum that `apps/api/src/configuration/issuer-configuration.ts` requires of each; with less, a function would not start. */
export const issuers: Rule = {
  holds: (value) =>
    Array.isArray(value) &&
    value.every(
      (each: unknown) =>
        typeof each === 'object' &&
        each !== null &&
        text.holds((each as Record<string, unknown>)['issuer']) &&
        anHttpsUrl.holds((each as Record<string, unknown>)['jwksUrl']),
    ),
  must: 'a list of identity providers, each with an issuer, and an https URL as jwksUrl',
};

/** Without https a session could be stolen on the way. */
export const anHttpsOrigin: Rule = {
  holds: (value) => anHttpsUrl.holds(value) && new URL(value as string).origin === value,
  must: 'an https origin, like https://directory.rollbook.test',
};

export const signInProviders: Rule = {
  holds: (value) => Array.isArray(value) && value.length > 0 && value.every(isSignInProvider),
  must: 'a list of identity providers, each with a name like keycloak, an https URL as issuer, a clientId, and clientSecretArn as an ARN of Secrets Manager if it has a secret',
};

function isSignInProvider(each: unknown): boolean {
  if (typeof each !== 'object' || each === null) return false;
  const { name, issuer, clientId, clientSecretArn: arn } = each as Record<string, unknown>;
  const isNamed = isText(name) && /^[a-z][a-z0-9-]{0,31}$/.test(name);
  const hasSecret = arn === undefined || anArn('secretsmanager', 'secret:').holds(arn);
  return isNamed && anHttpsUrl.holds(issuer) && text.holds(clientId) && hasSecret;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The API says what else is wrong: `apps/api/src/configuration/plans.ts`. */
export const plans: Rule = {
  holds: (value) =>
    isObject(value) &&
    Object.values(value).every(
      (plan) =>
        isObject(plan) &&
        Object.entries(plan).every(
          ([name, counts]) =>
            ['limits', 'rateLimit'].includes(name) &&
            isObject(counts) &&
            Object.values(counts).every(Number.isInteger),
        ),
    ),
  must: 'plans by their names, each with limits and rateLimit of whole numbers',
};

/** As browsers send it: a scheme and a host, nothing else. */
export const origins: Rule = {
  holds: (value) =>
    Array.isArray(value) && value.every((each) => isText(each) && URL.parse(each)?.origin === each),
  must: 'a list of origins, like https://admin.rollbook.test',
};

export const anEmailAddress = textLike(/^[^@\s]+@[^@\s]+\.[^@\s]+$/, 'an email address');
export const aDomainName = textLike(
  /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/,
  'a domain name, like api.rollbook.test',
);
export const aRegion = textLike(/^[a-z]{2}(-[a-z]+)+-\d$/, 'an AWS region, like eu-central-1');

/** @param resource the beginning of the last part, such as `key/` */
export const anArn = (service: string, resource: string): Rule => ({
  holds: (value) =>
    isText(value) && new RegExp(`^arn:aws[a-z-]*:${service}:[a-z0-9-]+:\\d{12}:${resource}\\S+$`).test(value),
  must: `an ARN, like arn:aws:${service}:<region>:<account>:${resource}…`,
});
