ALTER TABLE "doctosync" ADD COLUMN "sends_persons" boolean;--> statement-breakpoint
ALTER TABLE "export_item" ADD COLUMN "changes" jsonb;