import eslint from '@eslint/js';
import tseslint from 'typescript-eslint';
import comments from './scripts/lint/comments.mjs';
import architecture from './scripts/lint/layers.mjs';

export default tseslint.config(
  { ignores: ['dist/', 'build/', 'node_modules/'] },
  eslint.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strict],
    rules: {
      // A graph algorithm knows what is there; the types cannot.
      '@typescript-eslint/no-non-null-assertion': 'off',
      eqeqeq: 'error',
      'max-lines': ['error', { max: 350, skipComments: true, skipBlankLines: true }],
    },
  },
  // Tests that compile programs hold their texts.
  {
    files: ['test/**/*.ts'],
    rules: { 'max-lines': ['error', { max: 500, skipComments: true, skipBlankLines: true }] },
  },
  {
    files: ['src/**/*.ts'],
    plugins: { architecture, comments },
    rules: {
      'architecture/layers': 'error',
      'architecture/cycles': 'error',
      'architecture/names': 'error',
      'comments/exported': 'error',
    },
  },
  { files: ['**/*.cjs'], languageOptions: { globals: { module: 'writable' }, sourceType: 'commonjs' } },
  { files: ['**/*.mjs'], languageOptions: { globals: { console: 'readonly', process: 'readonly' } } },
);
