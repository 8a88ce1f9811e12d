export { readTraceSettings, type TraceSettings } from './settings.js';
export { openTraceExport, type FinishedSpan, type TraceExport } from './trace-export.js';
