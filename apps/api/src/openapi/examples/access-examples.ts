const ACCOUNT_ID = 'acct_01JZ3YQ7Q6W8F0V3H4N5P6R7S8';
const USER_ID = 'user_01JZ3YR2M4K6T8X0Z1B3D5F7G9';
const SERVICE_GROUP_ID = 'sgrp_01JZ3YS5N7P9R1T3V5X7Z9B1D3';

const subject = { type: 'user', id: USER_ID };
const action = { name: 'enter' };
const resource = { type: 'service_group', id: SERVICE_GROUP_ID };
const evaluationError = {
  status: 400,
  code: 'not_allowed_value',
  message: 'type must be one of the following values: service_group',
};
const context = { account_id: ACCOUNT_ID };
const reason = {
  code: 'no_path',
  detail: 'The user is not a member of the service group, and in no team that has access to it.',
};
const part = { kind: 'place', since: '2026-03-02T10:30:00.000Z', by: 'operator:local-operator' };
const path = {
  teamId: 'team_01JZ3YV1R3T5W7Y9A2C4E6G8J0',
  teamName: 'Platform',
  since: '2026-03-02T10:30:00.000Z',
  grants: true,
  parts: [part, { ...part, kind: 'team_access' }],
};
const found = { type: 'service_group', id: SERVICE_GROUP_ID, properties: { name: 'prod' } };

/** AuthZEN 1.0. */
export const ACCESS_EXAMPLES: Readonly<Record<string, unknown>> = {
  SubjectDto: subject,
  ResourceDto: resource,
  ActionDto: action,
  EvaluationRequestDto: { subject, action, resource, context },
  PartialEvaluationDto: { resource },
  EvaluationsRequestDto: { subject, action, context, evaluations: [{ resource }] },
  FoundPageDto: { next_token: '' },
  FoundNameDto: { name: 'prod' },
  FoundDto: found,
  SearchResultDto: { results: [found], page: { next_token: '' } },
  SearchPageDto: { limit: 25 },
  KindOfSubjectDto: { type: 'user' },
  KindOfResourceDto: { type: 'service_group' },
  SubjectSearchDto: { subject: { type: 'user' }, action, resource, context },
  ResourceSearchDto: { subject, action, resource: { type: 'service_group' }, context },
  ActionSearchDto: { subject, resource, context },
  FoundActionDto: { name: 'logs.read' },
  ActionSearchResultDto: { results: [{ name: 'enter' }, { name: 'logs.read' }], page: { next_token: '' } },
  ExplainedReasonDto: reason,
  PartOfPathDto: part,
  ExplainedPathDto: path,
  ExplanationDto: {
    permission: 'enter',
    decision: true,
    until: null,
    reason: null,
    paths: [path],
  },
  EvaluationErrorDto: evaluationError,
  DecisionContextDto: { error: evaluationError },
  DecisionDto: { decision: true },
  DecisionsDto: {
    evaluations: [{ decision: true }, { decision: false, context: { error: evaluationError } }],
  },
};
