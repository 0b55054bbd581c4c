import { Switch, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SettingsAnswer } from '../../../../../src/panel/settings/schema.ts';
import { call } from '../../api/call.ts';
import { useRefreshSession } from '../../session/session.ts';
import { AddressInputs } from '../../ui/forms/address-fields.tsx';
import { ADDRESS_FAULTS, addressValues } from '../../ui/forms/address-values.ts';
import type { FaultOf } from '../../ui/forms/field-faults.ts';
import { type PhotoChange, PhotoField } from '../../ui/forms/photo-field.tsx';
import { useFaults } from '../../ui/forms/use-faults.ts';
import { type Fields, useFields } from '../../ui/forms/use-fields.ts';
import { FieldGrid } from '../../ui/screens/form-screen.tsx';
import styles from './settings.module.css';
import { SettingsCard } from './settings-card.tsx';
import { SETTINGS_KEY } from './settings-key.ts';

const FIELDS = [
  'name',
  'tradeName',
  'email',
  'phone1',
  'phone2',
  'colour',
  'siteUrl',
  'photo',
  ...ADDRESS_FAULTS,
];
const FIRST_COLOUR = '#0b5cad';

/** The shop's profile and its appearance to buyers. */
export function ShopSettings({ shop }: { readonly shop: SettingsAnswer['shop'] }) {
  const client = useQueryClient();
  const refreshSession = useRefreshSession();
  const form = useFields(valuesOf(shop));
  const [photo, setPhoto] = useState<PhotoChange>({});
  const save = useMutation({
    mutationFn: () => {
      const { hasColour, colour, ...body } = form.values;
      return call('PATCH /settings/shop', { body: { ...body, ...(hasColour ? { colour } : {}), ...photo } });
    },
    onSuccess: (saved) => {
      setPhoto({});
      client.setQueryData(SETTINGS_KEY, saved);
      refreshSession();
    },
  });
  const { faultOf } = useFaults({ values: form.values, fields: FIELDS, missing: {}, save });
  return (
    <SettingsCard title="Sua loja" save={save} fields={FIELDS}>
      <div className={styles.gap}>
        <PhotoField
          label="Imagem da loja"
          current={shop.photoUrl}
          change={photo}
          onChange={setPhoto}
          error={faultOf('photo')}
        />
      </div>
      <Profile document={shop.document} form={form} faultOf={faultOf} />
      <h3 className={styles.title}>Endereço</h3>
      <AddressInputs
        address={form.values.address}
        onChange={(address) => form.set('address', address)}
        faultOf={faultOf}
      />
    </SettingsCard>
  );
}

function valuesOf(shop: SettingsAnswer['shop']) {
  return {
    name: shop.name,
    tradeName: shop.tradeName ?? '',
    email: shop.email ?? '',
    phone1: shop.phone1 ?? '',
    phone2: shop.phone2 ?? '',
    address: addressValues(shop.address),
    siteUrl: shop.siteUrl ?? '',
    hasColour: shop.colour !== null,
    colour: shop.colour ?? FIRST_COLOUR,
  };
}

function Profile({
  document,
  form,
  faultOf,
}: {
  readonly document: string;
  readonly form: Fields<ReturnType<typeof valuesOf>>;
  readonly faultOf: FaultOf;
}) {
  return (
    <FieldGrid>
      <TextInput
        label="Nome ou razão social"
        description="Como no CPF ou CNPJ"
        required
        maxLength={255}
        {...form.text('name')}
        error={faultOf('name')}
      />
      <TextInput
        label="Nome da loja"
        description="O que o comprador conhece"
        maxLength={255}
        {...form.text('tradeName')}
        error={faultOf('tradeName')}
      />
      <TextInput
        label="CPF ou CNPJ"
        description="Só o operador da plataforma muda"
        readOnly
        value={document}
      />
      <TextInput
        label="E-mail"
        description="Para falarmos com você"
        type="email"
        maxLength={255}
        {...form.text('email')}
        error={faultOf('email')}
      />
      <TextInput
        label="Telefone"
        type="tel"
        maxLength={255}
        {...form.text('phone1')}
        error={faultOf('phone1')}
      />
      <TextInput
        label="Outro telefone"
        type="tel"
        maxLength={255}
        {...form.text('phone2')}
        error={faultOf('phone2')}
      />
      <TextInput
        label="Site da loja"
        description="Para onde o comprador volta depois de pagar"
        type="url"
        inputMode="url"
        placeholder="https://"
        maxLength={300}
        {...form.text('siteUrl')}
        error={faultOf('siteUrl')}
      />
      <div />
      <Switch label="Cor própria nas páginas do comprador" {...form.flag('hasColour')} />
      {form.values.hasColour && (
        <TextInput
          className={styles.colour ?? ''}
          type="color"
          label="Cor"
          {...form.text('colour')}
          error={faultOf('colour')}
        />
      )}
    </FieldGrid>
  );
}
