/** Text of the OpenAPI document: text between backticks is code. */
export function Prose({ children }: { children: string }) {
  return children.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={index} className="font-mono text-xs text-ink">
        {part}
      </code>
    ),
  );
}
