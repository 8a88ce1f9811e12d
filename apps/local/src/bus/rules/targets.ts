import type { KeptState, Target } from '../state/bus-state.js';
import { page, requiredText } from '../state/inputs.js';
import { existingRule, limitExceeded, MAX_NAME } from './lookups.js';
import { targetKey } from '../state/names.js';
import type { TargetFiles } from './target-files.js';
import { validationError, type Operation } from '../state/wire.js';

/** https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-quota.html */
const MAX_TARGETS_PER_RULE = 5;
const MAX_TARGETS_PER_REQUEST = 10;

export function targetOperations(
  state: KeptState,
  { files, lastSeq, changed }: { files: TargetFiles; lastSeq: () => number; changed: () => void },
): Record<string, Operation> {
  return {
    PutTargets(input) {
      const rule = existingRule(state, input, 'Rule');
      const targets = checkedTargets(input['Targets']);
      const kept = rule.targets.filter((known) => !targets.some((target) => target.Id === known.Id));
      if (kept.length + targets.length > MAX_TARGETS_PER_RULE) throw limitExceeded();
      const checked = targets.map((target) => ({ target, refusal: refusalOf(target, files) }));
      const accepted = checked.filter(({ refusal }) => refusal === undefined);
      const failed = checked.filter(({ refusal }) => refusal !== undefined);
      rule.targets = [...kept, ...accepted.map(({ target }) => target)];
      // A new target gets events from now on; a changed one continues where it was.
      for (const { Id } of rule.targets)
        state.cursors[targetKey(rule.EventBusName, rule.Name, Id)] ??= lastSeq();
      state.save();
      changed();
      return {
        FailedEntryCount: failed.length,
        FailedEntries: failed.map(({ target, refusal }) => ({
          TargetId: target.Id,
          ErrorCode: 'ValidationException',
          ErrorMessage: refusal,
        })),
      };
    },
    ListTargetsByRule(input) {
      const { items, ...next } = page(existingRule(state, input, 'Rule').targets, input);
      return { Targets: items, ...next };
    },
    RemoveTargets(input) {
      const rule = existingRule(state, input, 'Rule');
      const ids = Array.isArray(input['Ids']) ? input['Ids'].map(String) : [];
      const unknown = ids.filter((id) => !rule.targets.some((target) => target.Id === id));
      rule.targets = rule.targets.filter((target) => !ids.includes(target.Id));
      for (const id of ids) delete state.cursors[targetKey(rule.EventBusName, rule.Name, id)];
      state.save();
      changed();
      return {
        FailedEntryCount: unknown.length,
        FailedEntries: unknown.map((TargetId) => ({
          TargetId,
          ErrorCode: 'ResourceNotFoundException',
          ErrorMessage: `Target ${TargetId} does not exist.`,
        })),
      };
    },
  };
}

function checkedTargets(value: unknown): Target[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_TARGETS_PER_REQUEST)
    throw validationError(
      `1 validation error detected: Value at 'targets' failed to satisfy constraint: Member must have length from 1 to ${MAX_TARGETS_PER_REQUEST}`,
    );
  const targets = value as Target[];
  for (const target of targets) {
    requiredText({ ...target }, 'Id', MAX_NAME);
    requiredText({ ...target }, 'Arn', 1_600, /./);
  }
  if (new Set(targets.map((target) => target.Id)).size < targets.length)
    throw validationError('The same target id is given twice.');
  return targets;
}

const INPUTS = ['Input', 'InputPath', 'InputTransformer'];

function refusalOf(target: Target, files: TargetFiles): string | undefined {
  const { Arn, DeadLetterConfig } = target;
  const input = INPUTS.find((name) => Object.hasOwn(target, name));
  if (input) return `The local bus delivers events as they are, without ${input}.`;
  if (!/^(https?|file):\/\//.test(Arn))
    return `The local bus delivers to http:, https: and file: targets, not to ${Arn}.`;
  const named = [Arn, DeadLetterConfig?.Arn].filter((arn) => arn?.startsWith('file:'));
  const outside = named.find((arn) => arn !== undefined && files.pathOf(arn) === undefined);
  return outside && files.refusalOf(outside);
}
