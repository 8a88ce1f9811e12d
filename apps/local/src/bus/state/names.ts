export const LOCAL_ACCOUNT = '000000000000';
export const LOCAL_REGION = 'us-east-1';

const arn = (resource: string) => `arn:aws:events:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${resource}`;

export const busArn = (name: string) => arn(`event-bus/${name}`);
export const ruleArn = (bus: string, name: string) =>
  arn(bus === 'default' ? `rule/${name}` : `rule/${bus}/${name}`);
export const targetKey = (bus: string, rule: string, id: string) => `${ruleArn(bus, rule)} ${id}`;
