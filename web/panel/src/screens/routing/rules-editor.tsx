import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { RoutingPage, RoutingRule } from '../../../../../src/panel/routing/schema.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { FormScreen } from '../../ui/screens/form-screen.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { Section, Sheet } from '../../ui/screens/sheet.tsx';
import { AccountFields } from './account-fields.tsx';
import styles from './routing.module.css';
import { routingQuery, rulesQuery } from './routing-queries.ts';
import { ConditionFields } from './rule-fields.tsx';
import { newRule, problemOf, type RuleValues, ruleOf, valuesOf } from './rule-values.ts';
import { LastSalesTrial } from './trial.tsx';

/** A new version of the rules, from one that there is or from nothing. */
export function NewRulesScreen() {
  const { de } = useSearch({ strict: false }) as { de?: number };
  const page = useQuery(routingQuery);
  const from = useQuery({ ...rulesQuery(de ?? 0), enabled: de !== undefined });
  if (page.error ?? from.error) {
    return <ErrorNotice error={(page.error ?? from.error) as Error} onRetry={() => page.refetch()} />;
  }
  if (!page.data || (de !== undefined && !from.data)) return <Loading />;
  return <RulesEditor page={page.data} from={from.data?.list ?? []} />;
}

function RulesEditor({ page, from }: { readonly page: RoutingPage; readonly from: readonly RoutingRule[] }) {
  const mayWrite = useMay('routing.write');
  const navigate = useNavigate();
  const client = useQueryClient();
  const all = page.accounts;
  const [rules, setRules] = useState<readonly RuleValues[]>(() =>
    from.length > 0 ? from.map(valuesOf) : [newRule(all[0]?.provider)],
  );
  const [isTold, setTold] = useState(false);
  const problems = rules.map(problemOf);
  const isReady = problems.every((problem) => problem === undefined);
  const save = useMutation({
    mutationFn: () => call('POST /routing', { body: { rules: rules.map(ruleOf) } }),
    onSuccess: async ({ version }) => {
      await client.invalidateQueries({ queryKey: ['routing'] });
      await navigate({ to: '/rotas/$version', params: { version: String(version) } });
    },
  });
  const change = (index: number, more: Partial<RuleValues>) =>
    setRules(rules.map((rule, place) => (place === index ? { ...rule, ...more } : rule)));
  const move = (index: number) => {
    const moved = [...rules];
    moved.splice(index - 1, 2, ...rules.slice(index - 1, index + 1).toReversed());
    setRules(moved);
  };
  return (
    <FormScreen
      title="Nova versão das rotas"
      back={{ to: '/rotas', label: 'Rotas' }}
      onSubmit={() => {
        setTold(true);
        if (isReady) save.mutate();
      }}
      pending={save.isPending}
      error={save.error ?? undefined}
      readOnly={!mayWrite}
      verb="Salvar versão"
    >
      <p className={`soft ${styles.intro}`}>
        Vale a primeira regra em que tudo confere. O que nenhuma regra pega vai para a conta padrão. Salvar
        ainda não muda nada: você ativa depois.
      </p>
      <div className={styles.rules}>
        {rules.map((rule, index) => (
          <Sheet key={rule.key}>
            <Section title={`Regra ${index + 1}`}>
              <div className={styles.fields}>
                <TextInput
                  label="Nome"
                  required
                  maxLength={60}
                  placeholder="Débito na Rede"
                  value={rule.name}
                  error={isTold && rule.name.trim() === '' ? problems[index] : undefined}
                  onChange={(event) => change(index, { name: event.currentTarget.value })}
                />
                <h3>Quando</h3>
                <ConditionFields values={rule} onChange={(more) => change(index, more)} />
                <h3>Para onde</h3>
                <AccountFields values={rule} all={all} onChange={(more) => change(index, more)} />
                {isTold && problems[index] && <p className={styles.problem}>{problems[index]}</p>}
                <div className={styles.buttons}>
                  {index > 0 && (
                    <Button
                      variant="default"
                      size="xs"
                      onClick={() => move(index)}
                      aria-label={`Subir a regra ${index + 1}`}
                    >
                      Subir
                    </Button>
                  )}
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`Remover a regra ${index + 1}`}
                    onClick={() => setRules(rules.filter((_, place) => place !== index))}
                  >
                    Remover
                  </Button>
                </div>
              </div>
            </Section>
          </Sheet>
        ))}
        <Button variant="default" onClick={() => setRules([...rules, newRule(all[0]?.provider)])}>
          Acrescentar regra
        </Button>
        {page.personId !== null && (
          <LastSalesTrial
            asked={{ rules: rules.map(ruleOf) }}
            hinder={isReady ? undefined : 'Complete as regras para testar.'}
          />
        )}
      </div>
    </FormScreen>
  );
}
