/** Portuguese names of the roles, and what they may do. */
export const ROLE_NAMES: Readonly<Record<string, { readonly label: string; readonly may: string }>> = {
  admin: { label: 'Administrador', may: 'Tudo, inclusive equipe, chaves e estornos' },
  finance: { label: 'Financeiro', may: 'Vê, estorna e exporta' },
  operation: { label: 'Operação', may: 'Vê, captura e vende' },
  developer: { label: 'Desenvolvedor', may: 'Chaves, avisos e testes; não estorna' },
  read: { label: 'Leitura', may: 'Só vê' },
  platform_admin: { label: 'Administrador da plataforma', may: 'Tudo' },
  platform_support: { label: 'Suporte', may: 'Ativa pessoas, tenta de novo e encerra casos' },
  platform_read: { label: 'Leitura da plataforma', may: 'Só vê' },
};

export function roleLabel(role: string): string {
  return ROLE_NAMES[role]?.label ?? role;
}
