import type { PhysicalTerminalRow } from './tables.ts';
import { DEFAULT_PHYSICAL_SETTINGS, type PhysicalSettings, type PhysicalTerminal } from './terminal.ts';

export function toPhysical(row: PhysicalTerminalRow): PhysicalTerminal {
  return {
    id: row.id,
    personId: row.person_id,
    name: row.name,
    installationId: row.installation_id,
    settings: physicalSettings(row.settings),
  };
}

export function physicalSettings(text: string | null): PhysicalSettings {
  return { ...DEFAULT_PHYSICAL_SETTINGS, ...(JSON.parse(text ?? '{}') as Partial<PhysicalSettings>) };
}
