/** JSON, one value in each line: https://github.com/ndjson/ndjson-spec */
export const NDJSON = 'application/x-ndjson';
