import { LOCAL_ACCOUNT, LOCAL_REGION } from './events/put-events.js';

const arn = (resource: string) => `arn:aws:events:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${resource}`;

export const busArn = (name: string) => arn(`event-bus/${name}`);
export const ruleArn = (bus: string, name: string) =>
  arn(bus === 'default' ? `rule/${name}` : `rule/${bus}/${name}`);
export const archiveArn = (name: string) => arn(`archive/${name}`);
export const replayArn = (name: string) => arn(`replay/${name}`);
export const targetKey = (bus: string, rule: string, id: string) => `${ruleArn(bus, rule)} ${id}`;
