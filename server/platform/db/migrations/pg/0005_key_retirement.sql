ALTER TABLE "practice_key" ADD COLUMN "retired_from" bigint;--> statement-breakpoint
ALTER TABLE "practice_key" ADD COLUMN "retired_reason" text;