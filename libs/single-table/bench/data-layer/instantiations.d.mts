export function countAgainstDeclarations(): number;
