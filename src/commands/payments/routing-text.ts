import type { Trial } from '../../gateway/payments/index.ts';
import {
  accountsText,
  type Choice,
  conditionsText,
  type Rule,
  type RulesOfOwner,
  routingText,
} from '../../gateway/providers/index.ts';
import { moneyText } from '../../platform/text/number-text.ts';
import { textTable } from '../line/text-table.ts';
import { spokenTime } from '../line/times.ts';

export function versionsTable(
  versions: RulesOfOwner['versions'],
  active: RulesOfOwner['active'],
  timeZone: string,
): string {
  if (versions.length === 0) return 'Nenhuma regra de rota: tudo vai para a conta padrão.';
  return textTable(
    ['VERSÃO', 'SALVA EM', 'REGRAS', ''],
    versions.map(({ version, createdAt, ruleCount }) => [
      String(version),
      spokenTime(createdAt, timeZone),
      String(ruleCount),
      active?.version === version ? `vale desde ${spokenTime(active.since, timeZone)}` : '',
    ]),
  );
}

export function rulesTable(rules: readonly Rule[]): string {
  if (rules.length === 0) return 'Nenhuma regra: tudo vai para a conta padrão.';
  return textTable(
    ['', 'REGRA', 'QUANDO', 'CONTAS'],
    rules.map((rule, index) => [String(index + 1), rule.name, conditionsText(rule.when), accountsText(rule)]),
  );
}

export function choiceText(choice: Choice): string {
  const next = choice.next.length > 0 ? [`Se falhar, pode seguir para ${choice.next[0]}.`] : [];
  return [`${choice.account}. ${routingText(choice)}`, ...next].join('\n');
}

export function trialText(version: number, trial: Trial, timeZone: string): string {
  const { sales, moved, uncertain, accounts, changes } = trial;
  if (sales === 0) return 'Nenhuma venda com cartão para testar.';
  const heads = [
    `Versão ${version} nas últimas ${sales} vendas com cartão: ${moved} iriam para outra conta.`,
    ...(uncertain > 0
      ? [`${uncertain} dependem de um BIN de 7 ou 8 dígitos: das vendas ficam salvos só 6.`]
      : []),
  ];
  const tables = [
    textTable(
      ['CONTA', 'HOJE', 'COM ELA'],
      accounts.map(({ account, today, tried }) => [account, String(today), String(tried)]),
    ),
    ...(changes.length > 0
      ? [
          textTable(
            ['VENDA', 'QUANDO', 'VALOR', 'HOJE', 'COM ELA', 'REGRA'],
            changes.map((one) => [
              one.transactionId,
              spokenTime(one.createdAt, timeZone),
              moneyText(one.amount),
              one.from ?? '',
              one.to ?? '',
              one.rule ?? '',
            ]),
          ),
        ]
      : []),
  ];
  return [heads.join('\n'), ...tables].join('\n\n');
}
