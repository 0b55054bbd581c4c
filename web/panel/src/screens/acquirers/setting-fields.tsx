import { FileInput, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { AccountDetail, AcquirerKind } from '../../../../../src/panel/acquirers/schema.ts';
import type { FaultOf } from '../../ui/forms/field-faults.ts';
import { FieldGrid } from '../../ui/screens/form-screen.tsx';
import styles from './acquirers.module.css';

export type SettingValues = Readonly<Record<string, string>>;
type Setting = AcquirerKind['settings'][number];
type Stored = AccountDetail['settings'][number];

const KEPT = 'Salvo. Preencha só para trocar';

export function settingList(values: SettingValues) {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}

export function settingFields(kind: AcquirerKind | undefined): readonly string[] {
  return kind?.settings.map(({ name }) => `settings.${name}`) ?? [];
}

/** What a new account cannot do without. */
export function missingSettings(kind: AcquirerKind | undefined, values: SettingValues) {
  const needed = kind?.settings.filter(({ required }) => required) ?? [];
  return Object.fromEntries(
    needed.map(({ name }) => [`settings.${name}`, values[name] ? undefined : 'Preencha este campo.']),
  );
}

interface SettingFieldsProps {
  readonly kind: AcquirerKind;
  readonly values: SettingValues;
  readonly onChange: (values: SettingValues) => void;
  readonly faultOf: FaultOf;
  readonly stored?: AccountDetail['settings'];
}

/** One field for each setting of an acquirer, the seldom needed ones folded; a stored secret is only shown as present. */
export function SettingFields(props: SettingFieldsProps) {
  const { kind, values, faultOf } = props;
  const rare = kind.settings.filter((setting) => setting.rare);
  const isFaulty = rare.some(({ name }) => faultOf(`settings.${name}`));
  const field = (setting: Setting) => (
    <SettingField
      key={setting.name}
      setting={setting}
      before={props.stored?.find((one) => one.name === setting.name)}
      value={values[setting.name]}
      onChange={(value) => props.onChange({ ...values, [setting.name]: value })}
      error={faultOf(`settings.${setting.name}`)}
    />
  );
  return (
    <>
      <FieldGrid>{kind.settings.filter((setting) => !setting.rare).map(field)}</FieldGrid>
      {rare.length > 0 && (
        <details className={styles.rare} {...(isFaulty ? { open: true } : {})}>
          <summary>Ajustes que poucas contas mudam</summary>
          <FieldGrid>{rare.map(field)}</FieldGrid>
        </details>
      )}
    </>
  );
}

function SettingField(props: {
  readonly setting: Setting;
  readonly before: Stored | undefined;
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
}) {
  const { setting, before, value, onChange, error } = props;
  const common = {
    label: setting.title,
    description: setting.hint,
    required: setting.required && before === undefined,
    disabled: setting.fixed && before !== undefined,
    error,
  };
  if (setting.file !== null) {
    return (
      <SettingFile {...common} isBinary={setting.file === 'binary'} isKept={!!before} onRead={onChange} />
    );
  }
  if (setting.choices.length > 0) {
    return (
      <NativeSelect
        {...common}
        data={setting.choices.map(([choice, label]) => ({ value: choice, label }))}
        value={value ?? before?.value ?? setting.choices[0]?.[0] ?? ''}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  const typed = {
    ...common,
    autoComplete: setting.secret ? 'new-password' : 'off',
    placeholder: before ? (before.value ?? KEPT) : '',
    value: value ?? '',
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  return setting.secret ? <PasswordInput {...typed} /> : <TextInput {...typed} />;
}

/** What is in a file, as the account keeps it: text, or base64 of a binary one. */
function SettingFile(props: {
  readonly label: string;
  readonly description: string;
  readonly required: boolean;
  readonly disabled: boolean;
  readonly error: string | undefined;
  readonly isBinary: boolean;
  readonly isKept: boolean;
  readonly onRead: (content: string) => void;
}) {
  const { isBinary, isKept, onRead, ...field } = props;
  const [file, setFile] = useState<File | null>(null);
  const read = async (chosen: File | null) => {
    setFile(chosen);
    if (chosen === null) onRead('');
    else onRead(isBinary ? base64Of(new Uint8Array(await chosen.arrayBuffer())) : await chosen.text());
  };
  return (
    <FileInput
      {...field}
      clearable
      clearButtonProps={{ 'aria-label': `Tirar o arquivo: ${props.label}` }}
      placeholder={isKept ? 'Salvo. Escolha só para trocar' : 'Escolher arquivo'}
      accept={isBinary ? '.p12,.pfx' : '.pem,.crt,.cer,.key'}
      value={file}
      onChange={(chosen) => void read(chosen)}
    />
  );
}

function base64Of(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
