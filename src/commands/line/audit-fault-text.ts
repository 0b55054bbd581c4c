import type { AuditFault } from '../../accounts/audit/index.ts';

/** What a check of the audit found, in Portuguese. */
export function auditFaultText(fault: AuditFault): string {
  switch (fault.kind) {
    case 'row_changed':
      return `Não confere: a linha ${fault.id} foi mudada, ou não foi escrita pelo serviço${fault.seq === undefined ? '' : ` (número ${fault.seq})`}.`;
    case 'row_missing':
      return `Não confere: falta a linha de número ${fault.seq}.`;
    case 'link_wrong':
      return `Não confere: a linha ${fault.id} (número ${fault.seq}) não segue a anterior.`;
    case 'row_beyond_head':
      return `Não confere: a linha ${fault.id} tem o número ${fault.seq}, que ainda não foi dado.`;
    case 'head_missing':
      return 'Não confere: o fim da corrente (audit_heads) foi retirado.';
    case 'head_changed':
      return 'Não confere: o fim da corrente (audit_heads) foi mudado, ou faltam linhas no fim.';
    case 'pin_differs':
      return `Não confere: a linha de número ${fault.seq} não é mais a do ponto dado, ou falta.`;
    case 'pin_removed':
      return `A linha de número ${fault.seq}, a do ponto dado, já saiu do banco: confira com --archive, e guarde um ponto mais novo.`;
  }
}
