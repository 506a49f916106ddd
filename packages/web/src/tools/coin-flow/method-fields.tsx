import type { ChainId } from '@trailmark/core/chain';
import { FieldFrame } from '../../components/form/field-frame.tsx';
import { listMethodsFor, listParamsFor, type TraceMethodItem } from './build-request.ts';

export type MethodParams = Readonly<Record<string, string | number | boolean>>;

export interface MethodFieldsProps {
  readonly methods: readonly TraceMethodItem[];
  readonly chain: ChainId | undefined;
  readonly method: TraceMethodItem;
  readonly onMethod: (id: string) => void;
  readonly params: MethodParams;
  readonly onParams: (params: MethodParams) => void;
}

type Param = TraceMethodItem['params'][number];

/** `receipts-first` as a person reads it. */
function formatParam(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).replaceAll('-', ' ');
}

interface ParamFieldProps {
  readonly param: Param;
  readonly value: string | number | boolean;
  readonly onValue: (value: string | number | boolean) => void;
}

function ParamField({ param, value, onValue }: ParamFieldProps) {
  const id = `cf-param-${param.name}`;
  if (typeof param.default === 'boolean') {
    return (
      <label className="cf-check">
        <input type="checkbox" checked={value === true} onChange={(event) => onValue(event.currentTarget.checked)} />
        <span>{param.sentence}</span>
      </label>
    );
  }
  const isNumber = typeof param.default === 'number';
  const set = (text: string) => onValue(isNumber && text.trim() !== '' ? Number(text) : text);
  return (
    <FieldFrame id={id} label={formatParam(param.name)} help={param.sentence}>
      {param.options ? (
        <select
          id={id}
          className="tm-field"
          value={String(value)}
          aria-describedby={`${id}-help`}
          onChange={(event) => set(event.currentTarget.value)}
        >
          {param.options.map((option) => (
            <option key={option} value={option}>
              {formatParam(option)}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          className="tm-field"
          inputMode={isNumber ? 'numeric' : 'text'}
          value={String(value)}
          aria-describedby={`${id}-help`}
          onChange={(event) => set(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  );
}

/** Shown next to a method while it is not known which books the chain keeps. */
const ONLY = {
  outputs: 'Bitcoin and its relatives only.',
  accounts: 'Ethereum, TRON and their relatives only.',
} as const;

/** Methods of apportioning, each with what it does in one sentence, and the parameters of the chosen one. */
export function MethodFields({ methods, chain, method, onMethod, params, onParams }: MethodFieldsProps) {
  return (
    <>
      <fieldset className="cf-radios cf-methods">
        <legend>Method</legend>
        {listMethodsFor(methods, chain).map(({ id, name, sentence, families }) => (
          <label key={id}>
            <input type="radio" name="method" checked={id === method.id} onChange={() => onMethod(id)} />
            <span>
              <b>{name}</b> <span className="tm-t2">{sentence}</span>
              {chain === undefined && families.length === 1 && (
                <span className="tm-t3 tm-sm"> {ONLY[families[0] ?? 'outputs']}</span>
              )}
            </span>
          </label>
        ))}
      </fieldset>
      <details className="cf-fold">
        <summary>How this method counts, and what it cannot show</summary>
        <ul className="cf-conventions">
          {method.conventions.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <p>
          <b>Caution.</b> {method.caution}
        </p>
        <p className="tm-t3 tm-sm">
          {method.id}. {method.source}
        </p>
      </details>
      {listParamsFor(method, chain).map((param) => (
        <ParamField
          key={param.name}
          param={param}
          value={params[param.name] ?? param.default}
          onValue={(value) => onParams({ ...params, [param.name]: value })}
        />
      ))}
    </>
  );
}
