import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: ['libs/client/src/schema.ts', '**/node_modules/', 'dist/', 'coverage/', '.rollbook/', '.venv/'],
  },
  ...tseslint.configs.recommendedTypeChecked.map((config) => ({ ...config, files: ['**/*.{ts,tsx}'] })),
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/consistent-type-exports': 'error',
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/only-throw-error': 'error',
      'no-restricted-properties': [
        'error',
        {
          object: 'URL',
          property: 'canParse',
          message:
            'Node 22.15 refuses every URL with a letter such as ü once the call is hot: use URL.parse.',
        },
      ],
      'no-duplicate-imports': ['error', { allowSeparateTypeImports: true }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'max-lines': ['error', { max: 350, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['**/*.spec.ts', '**/*.type-spec.ts', 'test/**/*.ts'],
    rules: {
      'max-lines': 'off',
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: ['apps/**/*.ts', 'libs/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: ['node:async_hooks', 'async_hooks'].map((name) => ({
            name,
            message:
              'It slows down every promise of the process (docs/adr/0028-optimizations.md): pass what is needed.',
          })),
        },
      ],
    },
  },
  {
    files: ['apps/**/*.ts', 'infra/**/*.ts', 'libs/**/*.ts'],
    ignores: ['libs/aws-clients/**', '**/*.spec.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'NewExpression[callee.name=/^(DynamoDB|DynamoDBStreams|EventBridge|KMS|SES|SESv2|SNS|SQS|STS|S3)(Client)?$/]',
          message:
            'Clients of AWS come from #libs/aws-clients (docs/adr/0040-calls-to-aws-have-time-limits.md).',
        },
      ],
    },
  },
  {
    files: ['apps/dashboard/**/*.tsx'],
    rules: {
      // A component is its markup: what is long in it is JSX.
      'max-lines-per-function': ['error', { max: 130, skipBlankLines: true, skipComments: true }],
      // A handler may be async: what it rejects with is shown by the mutation it calls.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      // The router takes redirects as what is thrown.
      '@typescript-eslint/only-throw-error': 'off',
    },
  },
  // The programs people watch in a terminal talk through stdout.
  { files: ['apps/local/**', 'apps/cli/**', 'test/aws/**', 'test/bench/**'], rules: { 'no-console': 'off' } },
  prettier,
);
