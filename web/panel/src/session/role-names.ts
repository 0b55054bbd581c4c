/** Portuguese names of the roles, and what they may do. */
export const ROLE_NAMES: Readonly<Record<string, { readonly label: string; readonly may: string }>> = {
  admin: { label: 'Administrador', may: 'Tudo, inclusive equipe, chaves e estornos' },
  finance: { label: 'Financeiro', may: 'Vê, estorna, exporta e cria links' },
  operation: { label: 'Operação', may: 'Vê, captura, vende, cria links e cadastra clientes' },
  developer: { label: 'Desenvolvedor', may: 'Chaves, avisos, testes e exportação; não estorna' },
  read: { label: 'Leitura', may: 'Só vê' },
  platform_admin: { label: 'Administrador da plataforma', may: 'Tudo' },
  platform_support: { label: 'Suporte', may: 'Ativa pessoas, tenta de novo e encerra casos; o resto só vê' },
  platform_read: { label: 'Leitura da plataforma', may: 'Só vê' },
};

export function roleLabel(role: string): string {
  return ROLE_NAMES[role]?.label ?? role;
}
