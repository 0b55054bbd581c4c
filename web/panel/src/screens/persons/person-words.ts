import type { PersonKind, PersonRow, PersonStatus } from '../../../../../src/panel/persons/schema.ts';

export const PERSON_STATUS = {
  waiting: { label: 'Aguarda ativação', tone: 'wait', icon: 'clock' },
  active: { label: 'Ativa', tone: 'good', icon: 'check' },
  inactive: { label: 'Desativada', tone: 'idle', icon: 'cross' },
} as const satisfies Record<PersonStatus, object>;

export const PERSON_KIND: Readonly<Record<PersonKind, string>> = {
  seller: 'Loja',
  integrator: 'Integrador',
  operator: 'Plataforma',
};

export function personTitle({ tradeName, name }: Pick<PersonRow, 'tradeName' | 'name'>): string {
  return tradeName ?? name;
}

/** How a person was created. */
export function originOf({ createdBy, keyless, network }: PersonRow): string {
  if (createdBy) return `Integrador ${createdBy.name}`;
  if (!keyless) return 'Cadastrada pela plataforma';
  return network ? `Cadastro aberto, de ${network}` : 'Cadastro aberto';
}
