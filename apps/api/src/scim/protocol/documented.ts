import { applyDecorators } from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiQuery,
  ApiTags,
} from '@nestjs/swagger';

/** What the OpenAPI document says of SCIM's routes: their schemas are made of SCIM's own. */

const reference = (name: string) => ({ schema: { $ref: `#/components/schemas/${name}` } });

export const ScimTag = () => ApiTags('Scim');
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
    text('attributes', 'Only these attributes, with commas between.'),
    text('excludedAttributes', 'All but these attributes, with commas between.'),
  );
}

export function TakesListQuery(): MethodDecorator {
  return applyDecorators(
    text('filter', 'RFC 7644, section 3.4.2.2, where the table can answer it without reading everything.'),
    text('sortBy', 'By what to sort.'),
    text('sortOrder', '`ascending` or `descending`.'),
    integer('startIndex', 'From 1. For lists of up to 10,000.'),
    integer('count', 'How many at most, up to 100.'),
    text('cursor', 'Empty for the first page, then `nextCursor` of the page before (RFC 9865).'),
    TakesProjection(),
  );
}
