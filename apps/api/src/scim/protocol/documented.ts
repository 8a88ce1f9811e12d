import { applyDecorators, Controller, UseInterceptors } from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiQuery,
  ApiTags,
} from '@nestjs/swagger';
import { IgnoresUnknownParameters } from '../../http/query/known-input.guard.js';
import { routeOf, type ScimBase } from '../schema/scim-base.js';
import { ScimAnswers } from './scim-answers.interceptor.js';

/** A controller of SCIM's routes, which are documented with schemas derived from SCIM's own. */
export function ScimController(path = '', base: ScimBase = 'service-groups'): ClassDecorator {
  return applyDecorators(
    ApiTags(base === 'teams' ? 'ScimTeams' : 'Scim'),
    IgnoresUnknownParameters(),
    UseInterceptors(ScimAnswers),
    Controller(`${routeOf(base)}${path}`),
  );
}

const reference = (name: string) => ({ schema: { $ref: `#/components/schemas/${name}` } });

export const Answers = (name: string) => ApiOkResponse(reference(name));
export const AnswersCreated = (name: string) => ApiCreatedResponse(reference(name));
export const AnswersNothing = () => ApiNoContentResponse();
export const Takes = (name: string) => ApiBody({ ...reference(name), required: true });

function text(name: string, description: string) {
  return ApiQuery({ name, description, required: false, schema: { type: 'string' } });
}

function integer(name: string, description: string) {
  return ApiQuery({ name, description, required: false, schema: { type: 'integer' } });
}

export function TakesProjection(): MethodDecorator {
  return applyDecorators(
    text('attributes', 'Return only these attributes, separated by commas.'),
    text('excludedAttributes', 'Return all but these attributes, separated by commas.'),
  );
}

export function TakesListQuery(): MethodDecorator {
  return applyDecorators(
    text('filter', 'RFC 7644, section 3.4.2.2, where the table can answer it without reading everything.'),
    text('sortBy', 'The attribute to sort by.'),
    text('sortOrder', '`ascending` or `descending`.'),
    integer('startIndex', 'Starts at 1. For lists of up to 10,000.'),
    integer('count', 'The maximum number of results, up to 100.'),
    text('cursor', 'Empty for the first page, then `nextCursor` of the previous page (RFC 9865).'),
    TakesProjection(),
  );
}
