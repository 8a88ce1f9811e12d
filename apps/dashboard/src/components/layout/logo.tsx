export function Logo() {
  return (
    <span className="inline-flex items-center gap-2">
      <svg aria-hidden viewBox="0 0 32 32" className="size-6">
        <rect width="32" height="32" rx="8" className="fill-solid" />
        <path d="M9 10h14M9 16h14M9 22h8" className="stroke-on-solid" strokeWidth="3" strokeLinecap="round" />
      </svg>
      <span className="text-base font-semibold tracking-tight">Rollbook</span>
    </span>
  );
}
