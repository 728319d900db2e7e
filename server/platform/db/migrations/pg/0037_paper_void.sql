ALTER TABLE "task" ADD COLUMN "voided_at" bigint;--> statement-breakpoint
ALTER TABLE "task" ADD COLUMN "void_reason" text;--> statement-breakpoint
ALTER TABLE "task" ADD COLUMN "voided_by" text;