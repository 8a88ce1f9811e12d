export function countInstantiations(): { declarations: number; source: number };
